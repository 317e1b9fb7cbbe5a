import { cpus } from 'node:os'
import type { Compared, Figures, How, Pair } from './compare.ts'
import type { TimedFile } from './files.ts'
import type { Costs } from './costs.ts'
import { LOAD } from './load.ts'
import { median } from './median.ts'
import { CALLS, type ReadBy, type Readers } from './readers.ts'
import type { Shown } from './screens/screens.ts'

export type Memory = { now: number; most: number }
export type Results = {
  rows: number
  how: How
  /** The load average before the run. */
  busy: number
  compared: readonly Compared[]
  files: readonly TimedFile[]
  screens: readonly Shown[]
  readers: Readers | undefined
  costs: Costs | undefined
  memory: Pair<Memory>
}

export function report(results: Results): string {
  const { compared, files, screens, readers, costs, memory } = results
  return [
    '# Innoe beside the floor',
    '',
    circumstances(results),
    '',
    ...(compared.length + files.length > 0 ? [COMPARED_HEAD, ...compared.map(comparedLine), ...files.map(fileLine), ''] : []),
    ...(screens.length > 0 ? [...screensHead(screens), ...screens.toSorted((a, b) => b.p50 / b.bar - a.p50 / a.bar).map(screenLine), ''] : []),
    ...(readers ? readersTable(readers) : []),
    ...(costs ? costsTable(costs) : []),
    `Memory at the end (and the most): Innoe ${memory.innoe.now} MB (${memory.innoe.most}), floor ${memory.floor.now} MB (${memory.floor.most}).`,
    '',
  ].join('\n')
}

function circumstances({ rows, busy, how: { rounds, seconds, connections } }: Results) {
  const many = (n: number) => n.toLocaleString('en')
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}) shared by database, server and load`
  const others = `load average before the run ${busy.toFixed(1)}`
  const load = `${connections} connections by ${LOAD}, ${seconds} s a round`
  const data = `${many(rows)} patents, ${many(rows * 3)} deadlines, ${many(rows * 5)} fees`
  return `${data}; ${load}; each figure is the median of ${rounds} interleaved rounds; Node ${process.versions.node}, ${machine}, ${others}; ${new Date().toISOString().slice(0, 10)}.`
}

const COMPARED_HEAD = `| workload | ratio | bar | | ratio by CPU | CPU ms Innoe / floor | Innoe /s | floor /s | Innoe p50 / p95 / p99 ms | floor p50 / p95 / p99 ms | failed |
| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`

const verdict = (isMet: boolean) => (isMet ? 'met' : '**missed**')

function comparedLine({ workload: { name, bar }, pairs }: Compared) {
  const ratio = median(pairs.map(({ innoe, floor }) => innoe.perSecond / floor.perSecond))
  const of = (side: keyof Pair<unknown>, figure: Exclude<keyof Figures, 'first'>) => median(pairs.map((pair) => pair[side][figure]))
  const times = (side: keyof Pair<unknown>) => (['p50', 'p95', 'p99'] as const).map((figure) => few(of(side, figure))).join(' / ')
  const failed = pairs.reduce((sum, { innoe, floor }) => sum + innoe.failed + floor.failed, 0)
  const against = bar === undefined ? ' | ' : `≥ ${bar} | ${verdict(ratio >= bar)}`
  const byCpu = median(pairs.map(({ innoe, floor }) => floor.cpu / innoe.cpu)).toFixed(2)
  const cpu = `${exact(of('innoe', 'cpu'))} / ${exact(of('floor', 'cpu'))}`
  return `| ${name} | ${ratio.toFixed(2)} | ${against} | ${byCpu} | ${cpu} | ${few(of('innoe', 'perSecond'))} | ${few(of('floor', 'perSecond'))} | ${times('innoe')} | ${times('floor')} | ${failed} |`
}

/** Lower is better: the multiple of the floor's time. */
function fileLine({ name, bar, pairs }: TimedFile) {
  const times = median(pairs.map(({ innoe, floor }) => innoe.seconds / floor.seconds))
  const of = (side: keyof Pair<unknown>) => `${few(median(pairs.map((pair) => pair[side].seconds)))} s`
  return `| ${name} | ${times.toFixed(2)} × | ≤ ${bar} × | ${verdict(times <= bar)} | | | ${of('innoe')} | ${of('floor')} | | | |`
}

function screensHead(screens: readonly Shown[]) {
  const met = screens.filter(isMet).length
  return [
    '## Screens',
    '',
    `Each call that these screens make, alone on one connection, uncached, at p50: ${met} of ${screens.length} keep to their bar. Slowest first.`,
    '',
    '| screen | call | p50 ms | bar | | CPU ms |',
    '| --- | --- | ---: | ---: | --- | ---: |',
  ]
}

const isMet = ({ p50, bar, failed }: Shown) => !failed && p50 <= bar
const MAX_CALL = 160
const screenLine = (shown: Shown) =>
  `| ${shown.screen} | \`${cut(shown.call).replaceAll('|', '\\|')}\` | ${few(shown.p50)} | ≤ ${shown.bar} | ${shown.failed ? `**failed** ${shown.failed.slice(0, 60)}` : verdict(isMet(shown))} | ${few(shown.cpu)} |`
const cut = (text: string) => (text.length > MAX_CALL ? `${text.slice(0, MAX_CALL)}…` : text)
const exact = (figure: number) => figure.toFixed(figure < 10 ? 2 : 0)
const few = (figure: number) => (figure < 10 ? figure.toFixed(1) : figure.toFixed(0))

const MAX_BESIDE_ALL = 1.3

function readersTable({ all, each }: Readers) {
  const beside = (one: ReadBy, call: (typeof CALLS)[number]) => one.own[call].p50 / one.all[call].p50
  const within = (call: (typeof CALLS)[number]) => each.filter((one) => beside(one, call) <= MAX_BESIDE_ALL).length
  const byCpu = (call: (typeof CALLS)[number]) => {
    const sum = (whose: 'own' | 'all') => each.reduce((all, one) => all + one[whose][call].cpu, 0)
    return `${call} ${(sum('own') / sum('all')).toFixed(2)} ×`
  }
  const met = each.filter((one) => !one.refused && CALLS.every((call) => beside(one, call) <= MAX_BESIDE_ALL)).length
  const figures = (one: ReadBy) =>
    CALLS.map((call) => `${few(one.own[call].p50)} (${beside(one, call).toFixed(1)} ×), ${few(one.own[call].cpu)}`).join(' | ')
  const line = (one: ReadBy) =>
    `| ${one.sees} | ${one.total.toLocaleString('en')} | ${few(one.first)} | ${figures(one)} | ${one.refused.slice(0, 60)} |`
  return [
    '## By what a role shows',
    '',
    `50 roles held by 5,000 people; one of each role reads cases. Each call alone, after a case was created, and in turn with the same call of an administrator: milliseconds at p50 with the multiple of the administrator's, then of CPU at p50. ${met} of ${each.length} stay within ${MAX_BESIDE_ALL} × by the clock in all three (${CALLS.map((call) => `${call} ${within(call)}`).join(', ')}); by CPU all together take ${CALLS.map(byCpu).join(', ')}. *first*: a list with its exact total, of which the process has counted nothing yet.`,
    '',
    `| sees | cases | first | ${CALLS.join(' | ')} | |`,
    `| --- | ---: | ---: | ${CALLS.map(() => '---:').join(' | ')} | --- |`,
    line(all),
    ...each.map(line),
    '',
  ]
}

function costsTable({ sees, each }: Costs) {
  const figure = ({ p50, cpu, failed }: Costs['each'][number]['each'][number]) => (failed ? failed.slice(0, 60) : `${few(p50)} / ${few(cpu)}`)
  return [
    '## Costs',
    '',
    'Each grouping alone on one connection, a case with fees created before it: milliseconds at p50, and of CPU on average.',
    '',
    `| by | period | ${sees.join(' | ')} |`,
    `| --- | --- | ${sees.map(() => '---:').join(' | ')} |`,
    ...each.map(({ by, period, each: own }) => `| ${by.toLowerCase()} | ${period} | ${own.map(figure).join(' | ')} |`),
    '',
  ]
}
