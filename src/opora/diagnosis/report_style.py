"""How does the page look? One style sheet with the same contrast in light and in dark, and for paper."""

STYLE = """
:root { --ground: #fbfaf7; --ink: #1d2125; --soft: #575f68; --rule: #d9d5cc; --panel: #fff;
  --a: #1f5fa8; --b: #a8431c; --c: #1d7a52; --good: #1d7a52; --bad: #a8321c; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181b; --ink: #e9e7e2; --soft: #a3abb3; --rule: #363c42;
  --panel: #1d2125; --a: #7fb4f0; --b: #f09a6f; --c: #6fcf9f; --good: #6fcf9f; --bad: #f58f78; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--rule); }
.verdict { font-size: 1.15rem; font-weight: 600; margin: 0 0 1rem; }
.verdict.good { color: var(--good); } .verdict.bad { color: var(--bad); }
header dl { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 0; font-size: .875rem; }
header dt { color: var(--soft); } header dd { margin: 0; overflow-wrap: anywhere; }
.note { color: var(--soft); font-size: .875rem; margin: .25rem 0 .75rem; max-width: 46rem; }
.plot, .wide { overflow-x: auto; margin: .5rem 0 1rem; }
svg { display: block; width: 100%; min-width: 30rem; height: auto; font: 13px system-ui, "DejaVu Sans", sans-serif; }
svg text { fill: var(--ink); } svg .num { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--rule); stroke-width: 1; }
.span { stroke-width: 3; stroke-linecap: round; opacity: .55; }
.span.a, .run.a { stroke: var(--a); } .span.b, .run.b { stroke: var(--b); } .run.c { stroke: var(--c); stroke-dasharray: 6 4; }
.dot.a, .bar.a { fill: var(--a); } .dot.b, .bar.b { fill: var(--b); } .dot.c { fill: var(--c); }
.run { fill: none; stroke-width: 2.5; } svg .tag.a { fill: var(--a); } svg .tag.c { fill: var(--c); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--rule); }
thead th { color: var(--soft); font-weight: 500; } tbody th { font-weight: 500; overflow-wrap: anywhere; }
td:last-child { min-width: 9rem; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.case { background: var(--panel); border: 1px solid var(--rule); border-left: 4px solid var(--good); border-radius: 4px;
  margin: .5rem 0; padding: .5rem .75rem; }
.case.bad { border-left-color: var(--bad); }
.case summary { cursor: pointer; } .case .id { font-weight: 600; }
.mark { font-size: .8rem; padding: .05rem .4rem; border: 1px solid; border-radius: 1rem; color: var(--good); white-space: nowrap; }
.bad .mark { color: var(--bad); }
.case dl { display: grid; grid-template-columns: 9rem 1fr; gap: .25rem .75rem; margin: .75rem 0 .25rem; font-size: .9rem; }
.case dt { color: var(--soft); } .case dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.case ol { margin: 0; padding-left: 1.25rem; }
.said { white-space: pre-line; }
.case:target { outline: 2px solid var(--a); }
a { color: var(--a); }
ul { padding-left: 1.25rem; }
code { font: .85em ui-monospace, "DejaVu Sans Mono", monospace; }
:focus-visible { outline: 2px solid var(--a); outline-offset: 2px; }
@media (max-width: 36rem) { .case dl { grid-template-columns: 1fr; gap: 0; } .case dd { margin-bottom: .5rem; } }
@media print { body { background: #fff; color: #000; } .case { break-inside: avoid; } }
"""
