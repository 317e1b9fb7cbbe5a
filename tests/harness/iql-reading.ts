import fc from 'fast-check'

/** An independent reading of the query language: what each condition means, row by row, in memory. */
export type Row = { sid: string } & Record<string, unknown>
export type Kind = 'words' | 'string' | 'option' | 'number' | 'date' | 'moment' | 'boolean' | 'sid'
/** One path that can be asked for: what it leads to from a row; a path through a list leads to many. */
export type Path = { path: string; kind: Kind; some: fc.Arbitrary<string>; reach: (row: Row) => unknown[] }
export type Query = { text: string; holds: (row: Row) => boolean }
export type Asker = { today: string; sid: string; department: string; company: string }

const LETTERS = [
  '电',
  '池',
  '电池',
  '导航',
  '锂电池组',
  '电池 池电',
  '电池电',
  '池电池',
  'の',
  '한',
  '𠮷',
  'a',
  'B',
  'x1',
  'É',
  'Σ',
  'ς',
  'İ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '-',
  ' ',
  ' ',
  '①',
  'ก',
  ';',
  '\n',
]
export const title = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
export const wanted = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

/** A text as the language spells it, in either quotes, with either escape. */
export const spelt = (text: string, style: number) => {
  const quote = style & 1 ? "'" : '"'
  const escape = style & 2 ? '\\' : quote
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, escape + quote) + quote
}

type Positive = { text: string; met: (value: unknown) => boolean; empties?: boolean }

const style = fc.nat(3)
const bare = new Set<Kind>(['number', 'boolean'])

function valueOf({ kind, some }: Path): fc.Arbitrary<{ text: string; value: string }> {
  return fc.tuple(some, style).map(([value, how]) => ({ value, text: bare.has(kind) ? value : spelt(value, how) }))
}

export function predicate(on: Path, asker: Asker): fc.Arbitrary<Query> {
  const ways: fc.Arbitrary<Query>[] = [empty(on), nothing(on), negatable(on, listed(on)), compared(on, '=')]
  const ordered = !['option', 'boolean', 'sid'].includes(on.kind)
  if (ordered) ways.push(negatable(on, between(on)), ...['>', '>=', '<', '<='].map((op) => compared(on, op)))
  if (['words', 'string', 'option'].includes(on.kind)) ways.push(negatable(on, like(on)), negatable(on, contains(on)))
  if (on.kind === 'date' || on.kind === 'moment') ways.push(negatable(on, within(asker)), negatable(on, today(asker, on.kind)))
  if (on.kind === 'sid') ways.push(negatable(on, mine(asker)))
  return fc.oneof(...ways)
}

const any = (on: Path, row: Row, met: (value: unknown) => boolean) => on.reach(row).some((value) => value !== null && met(value))
const none = (on: Path, row: Row) => on.reach(row).every((value) => value === null)

/** `title NOT LIKE …`, and the same without NOT. `{field}` and `{not}` are filled in. */
function negatable(on: Path, positive: fc.Arbitrary<Positive>): fc.Arbitrary<Query> {
  return fc.tuple(positive, fc.boolean()).map(([{ text, met, empties }, negated]) => {
    const holds = (row: Row) => any(on, row, met) || (empties === true && none(on, row))
    const word = text.replace('{not}', () => (negated ? (text.includes('{not}=') ? '!' : 'NOT ') : ''))
    return { text: `${on.path} ${word}`, holds: negated ? (row) => !holds(row) : holds }
  })
}

const empty = (on: Path) =>
  fc.boolean().map((not): Query => ({ text: `${on.path} IS ${not ? 'NOT ' : ''}EMPTY`, holds: (row) => none(on, row) !== not }))
const nothing = (on: Path) =>
  fc.boolean().map((not): Query => ({ text: `${on.path} ${not ? '!=' : '='} null`, holds: (row) => none(on, row) !== not }))

function compared(on: Path, op: string): fc.Arbitrary<Query> {
  if (op === '=')
    return negatable(
      on,
      valueOf(on).map(({ text, value }) => ({ text: `{not}= ${text}`, met: (one) => order(on.kind, one, value) === 0 })),
    )
  const right = (n: number) => (op === '>' ? n > 0 : op === '>=' ? n >= 0 : op === '<' ? n < 0 : n <= 0)
  return valueOf(on).map(({ text, value }) => ({
    text: `${on.path} ${op} ${text}`,
    holds: (row) => any(on, row, (one) => right(order(on.kind, one, value))),
  }))
}

const listed = (on: Path) =>
  fc.tuple(fc.array(valueOf(on), { minLength: 0, maxLength: 4 }), fc.boolean()).map(([values, withNull]): Positive => {
    const empties = withNull || values.length === 0
    const texts = [...values.map(({ text }) => text), ...(empties ? ['NULL'] : [])]
    return { text: `{not}IN (${texts.join(', ')})`, met: (one) => values.some(({ value }) => order(on.kind, one, value) === 0), empties }
  })

const between = (on: Path) =>
  fc.tuple(valueOf(on), valueOf(on)).map(([low, high]): Positive => ({
    text: `{not}BETWEEN ${low.text} AND ${high.text}`,
    met: (one) => order(on.kind, one, low.value) >= 0 && order(on.kind, one, high.value) <= 0,
  }))

const like = (on: Path) =>
  fc
    .tuple(
      fc.oneof(
        wanted,
        on.some.map((text) => `%${text.slice(0, 2)}%`),
      ),
      style,
    )
    .map(([pattern, how]): Positive => ({
      text: `{not}LIKE ${spelt(pattern, how)}`,
      met: (one) => alike(Array.from(lower(String(one))), Array.from(lower(pattern))),
    }))

const contains = (on: Path) =>
  fc
    .tuple(
      fc.oneof(
        wanted,
        on.some.map((text) => text.slice(0, 4)),
      ),
      style,
    )
    .map(([words, how]): Positive => ({
      text: `{not}CONTAINS ${spelt(words, how)}`,
      met: (one) => holdsWords(lower(String(one)), lower(words.toWellFormed())),
    }))

const within = ({ today: from }: Asker) =>
  fc.tuple(fc.integer({ min: -400, max: 400 }), fc.constantFrom('d', 'm', 'y')).map(([count, unit]): Positive => {
    const start = Temporal.PlainDate.from(from)
    const far = unit === 'y' ? Math.trunc(count / 40) : unit === 'm' ? Math.trunc(count / 4) : count
    const other = start.add(unit === 'd' ? { days: far } : unit === 'm' ? { months: far } : { years: far }).toString()
    const [low, high] = other < from ? [other, from] : [from, other]
    return { text: `{not}WITHIN '${far}${unit}'`, met: (one) => order('moment', one, low) >= 0 && order('moment', one, high) <= 0 }
  })

const today = ({ today: from }: Asker, kind: Kind) =>
  fc.integer({ min: -60, max: 60 }).map((days): Positive => {
    const day = Temporal.PlainDate.from(from).add({ days }).toString()
    return { text: `{not}= ${days ? `today("${days}d")` : 'today()'}`, met: (one) => order(kind, one, day) === 0 }
  })

const mine = ({ sid, department, company }: Asker) =>
  fc
    .constantFrom(['me()', sid], ['my_department()', department], ['My_Company( )', company])
    .map(([text, value]): Positive => ({ text: `{not}= ${text}`, met: (one) => one === value }))

/** Text by code point, numbers by size, a day against a moment as the whole day in China. */
export function order(kind: Kind, one: unknown, other: string): number {
  if (kind === 'number') return Number(one) - Number(other)
  if (kind !== 'moment' && kind !== 'date') return byCodePoint(String(one), other.toWellFormed())
  const text = String(one)
  if (!text.includes('T')) return text < other ? -1 : text > other ? 1 : 0
  if (other.includes('T')) return Temporal.Instant.compare(text, other)
  const day = Temporal.Instant.from(text).toZonedDateTimeISO('Asia/Shanghai').toPlainDate().toString()
  return day < other ? -1 : day > other ? 1 : 0
}

function byCodePoint(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)]
  const at = a.findIndex((letter, i) => letter !== b[i])
  if (at < 0) return a.length - b.length
  return at >= b.length ? 1 : (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0)
}

/** Case by letter, whatever stands beside it. */
const lower = (text: string) => Array.from(text.toWellFormed(), (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')

function alike(text: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return text.length === 0
  if (first === '%') return text.some((_, i) => alike(text.slice(i), rest)) || alike([], rest)
  if (text.length === 0) return false
  if (first === '_') return alike(text.slice(1), rest)
  const [letter, after] = first === '\\' && rest.length > 0 ? [rest[0], rest.slice(1)] : [first, rest]
  return text[0] === letter && alike(text.slice(1), after)
}

const HAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const LATIN = /[a-z0-9\u00c0-\u052f]/

/** Each Latin word is a whole word of the text, each run of Han, kana or hangul stands in it as it is, and so does any other word. */
function holdsWords(text: string, words: string): boolean {
  const runs = runsOf(words)
  const others = words
    .split(/\s+/)
    .filter((word) => Array.from(word).some((letter) => /[\p{L}\p{N}]/u.test(letter) && !HAN.test(letter) && !LATIN.test(letter)))
  if (runs.length + others.length === 0) return text.includes(words)
  const there = runsOf(text)
  return (
    runs.every((run) => (HAN.test(run) ? there.some((one) => one.includes(run)) : there.includes(run))) && others.every((word) => text.includes(word))
  )
}

function runsOf(text: string): string[] {
  const runs: string[] = []
  let kind = ''
  for (const letter of Array.from(text)) {
    const now = letter.length > 1 ? '' : HAN.test(letter) ? 'han' : LATIN.test(letter) ? 'latin' : ''
    if (now && now === kind) runs.push(`${runs.pop() ?? ''}${letter}`)
    else if (now) runs.push(letter)
    kind = now
  }
  return runs
}

/** AND, OR, NOT and brackets around predicates, as deep as the size says. */
export function conditions(paths: readonly Path[], asker: Asker): fc.Arbitrary<Query> {
  const leaf = fc.constantFrom(...paths).chain((path) => predicate(path, asker))
  return fc.letrec<{ node: Query }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      fc.tuple(tie('node'), tie('node'), fc.boolean()).map(([a, b, and]): Query => ({
        text: and ? `(${a.text}) AND (${b.text})` : `(${a.text}) or (${b.text})`,
        holds: and ? (row) => a.holds(row) && b.holds(row) : (row) => a.holds(row) || b.holds(row),
      })),
      tie('node').map((a): Query => ({ text: `not (${a.text})`, holds: (row) => !a.holds(row) })),
      // AND binds tighter than OR, and NOT tighter than both.
      fc.tuple(leaf, leaf, leaf).map(([a, b, c]): Query => ({
        text: `${a.text} OR ${b.text} AND NOT ${c.text}`,
        holds: (row) => a.holds(row) || (b.holds(row) && !c.holds(row)),
      })),
    ),
  })).node
}
