import { cpus } from 'node:os'
import type { Compared, Figures, Pair } from '../compare.ts'
import { median } from '../median.ts'
import type { Words } from './documents.ts'
import type { Recognised } from './recognition.ts'
import type { Voted } from './votes.ts'

export type WorkResults = {
  sizes: { open: number; finished: number; documents: number }
  how: { rounds: number; seconds: number; connections: number }
  busy: number
  words: Words
  compared: readonly Compared[]
  votes?: Pair<Voted>
  recognised?: Recognised
  memory: Pair<{ now: number; most: number }>
}

const many = (n: number) => n.toLocaleString('en')
const few = (figure: number) => (figure < 10 ? figure.toFixed(1) : figure.toFixed(0))

export function reportWork({ sizes, how, busy, words, compared, votes, recognised, memory }: WorkResults): string {
  const { rounds, seconds, connections } = how
  return [
    '# Daily work beside the floor',
    '',
    `${many(sizes.open)} open approvals of 200 people, ${many(sizes.finished)} finished tasks, ${many(sizes.documents)} documents with text; Node ${process.versions.node}, ${cpus().length} cores shared by database, server and load, load average before the run ${busy.toFixed(1)}; ${new Date().toISOString().slice(0, 10)}.`,
    '',
    ...(compared.length > 0 ? [listHead(rounds, seconds, words), ...compared.map(listLine), ''] : []),
    ...(votes ? votesTable(votes, connections) : []),
    ...(recognised ? [recognisedLine(recognised), ''] : []),
    `Memory at the end (and the most): Innoe ${memory.innoe.now} MB (${memory.innoe.most}), floor ${memory.floor.now} MB (${memory.floor.most}).`,
    '',
  ].join('\n')
}

const listHead = (
  rounds: number,
  seconds: number,
  { frequent, rare, english, two }: Words,
) => `Lists and searches, one connection, the median of ${rounds} interleaved rounds of ${seconds} s. Words: ${frequent} (frequent), ${rare} (rare), ${english}, ${two}.

| call | Innoe p50 / p95 ms | floor p50 / p95 ms | CPU ms Innoe / floor | failed |
| --- | ---: | ---: | ---: | ---: |`

function listLine({ workload: { name }, pairs }: Compared) {
  const of = (side: keyof Pair<unknown>, figure: Exclude<keyof Figures, 'first'>) => few(median(pairs.map((pair) => pair[side][figure])))
  const failed = pairs.reduce((sum, { innoe, floor }) => sum + innoe.failed + floor.failed, 0)
  return `| ${name} | ${of('innoe', 'p50')} / ${of('innoe', 'p95')} | ${of('floor', 'p50')} / ${of('floor', 'p95')} | ${of('innoe', 'cpu')} / ${of('floor', 'cpu')} | ${failed} |`
}

function votesTable(votes: Pair<Voted>, connections: number) {
  const line = (name: string, { perSecond, p50, p95, counted, late, wrong }: Voted) =>
    `| ${name} | ${few(perSecond)} | ${few(p50)} / ${few(p95)} | ${many(counted)} | ${many(late)} | ${wrong.length === 0 ? 'none' : `**${wrong.length}**: ${wrong[0]}`} |`
  return [
    `Votes by 200 people over ${connections} connections, each side on approvals of its own. Afterwards each vote is looked for on its task and in the log, and the state of its approval is counted again.`,
    '',
    '| | votes/s | p50 / p95 ms | counted | refused, decided before | wrong |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    line('Innoe', votes.innoe),
    line('floor', votes.floor),
    '',
  ]
}

const recognisedLine = ({ pages, innoe, floor, made }: Recognised) =>
  `Recognition of ${pages} ${made ? 'drawn' : 'scanned'} pages, one reader: Innoe ${few((60 * pages) / innoe)} pages a minute, tesseract.js alone ${few((60 * pages) / floor)}.`
