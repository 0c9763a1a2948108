# Sourced by demo.sh and run.sh: how commands are shown and citations found.
PATH="$PWD/.venv/bin:$PATH"

title() { printf '\n\033[1m== %s\033[0m\n' "$*"; }

# Print the command as a person would type it, then run it. Exit code 1 ("done, but something in it failed") is shown too.
show() {
  local word line="$"
  for word in "$@"; do
    case $word in *[[:space:]]*) line+=" \"$word\"" ;; *) line+=" $word" ;; esac
  done
  printf "\n%s\n" "$line"
  "$@"
}

# The anchor of the first citation of a reply, or nothing.
first_anchor() {
  opora ask "$1" --at "$2" --json | python -c '
import json, sys
claims = json.load(sys.stdin)["claims"]
print(claims[0]["citation"]["anchor"] if claims else "")'
}
