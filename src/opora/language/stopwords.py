"""Which words only tie a sentence together, in Russian, Ukrainian, Romanian and English?"""

from __future__ import annotations

_RUSSIAN = """
а без более бы был была были было быть в вам вас ваш ваша ваши вашей вашего вам ведь во вот все всего всех вы где да
даже для до его ее если есть еще же за здесь и из или им их к как какая какие какое какой каком какую каких каким
какими ко когда который которая которое которые которого которой которых кто куда ли либо лишь между меня мне мной
можно мой моя мои моего мы на над надо нам нас наш наша наши не него нее ней нет ни них но ну о об обо однако он она
они оно от ото очень по под подскажите пожалуйста после потом почему при про раз с сам свой своя свои себя сейчас со
собой скажите так также такая такие такой там тебе тебя тем то того тоже той только том тот ту тут ты у уже хочу хотел
хотела чего чей чем через что чтобы чья эта эти это этого этой этом этот эту я является являются ему ей нами вами
здравствуйте привет спасибо интересует узнать насколько сколько
"""
_UKRAINIAN = """
а або аби адже але б без би був була були було бути в вам вас ваш ваша ваші вашої вашого вже ви від він вона вони воно
все всі всього всіх де для до дуже є ж же з за зі із й його її їх і інколи коли котрий котра котрі котрої котрій котру котрого крім куди лише між
мене мені мій моя мої ми можна на над нам нас наш наша наші не нею неї ні ніж них ним но ну о об однак ось от по під
після при про підкажіть прошу будь ласка скажіть сам своя свої свій себе так також така такі такий там те тебе теж ти то
того тоді той тому тільки та тут у хто хочу це цей ця ці цього цієї цьому цю чи чий чия через чого чому що щоб щодо
я як яка яке які який якого якої якому яку яких яким якими якщо скільки наскільки дякую вітаю доброго
"""
_ROMANIAN = """
a acea aceasta această aceea acel acela acele acest acesta aceste acești acestei acestui ai aia aici al ale am ar are
as aș asta asemenea astfel asupra au avea avem aveți avut ați ati azi ca că ce cea cei cel cele celor cine cât câte cate
câți cati câtă când cand care căror către catre cărui cu cum da dacă daca dar de deci deja deoarece despre din
dintre doar după dupa e ea ei el ele era este eu ești fără fara fi fie fiecare fii fost i ia iar îi îl îmi în in
înainte încât între intre își îți l la le li lor lui m mai mă mea mei mele mereu meu mi mie n ne nici niște noastră
noastre noi nostru noștri nu o or ori orice pe pentru peste pot poate prin s sa să sau se și si sub sunt suntem
sunteți ta tăi tale te ți ție toate toți totuși tu un una unde unei unele unor unui va vă voastră voi vom vor vostru
vreau aș dori spuneți vă rog mulțumesc buna bună ziua
"""
_ENGLISH = """
a about above after again all also am an and any are as at be because been before being below between both but by can
could did do does doing down during each few for from further had has have having he her here hers him his how i if in
into is it its itself just let me more most my myself nor of off on once only or other our ours out over own please
same she should so some such tell than thank thanks that the their them then there these they this those through to
too under until up very was we were what when where which while who whom whose why will with would you your yours
hello hi us
"""

STOPWORDS = frozenset(
    word.replace("ё", "е") for words in (_RUSSIAN, _UKRAINIAN, _ROMANIAN, _ENGLISH) for word in words.split()
)
