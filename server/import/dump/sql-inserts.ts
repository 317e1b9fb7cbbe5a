import { MAX_CELL } from '../workbook/book-cells.ts'
import { loadsFiles, MAX_INSERTED, missingColumn, noColumns, otherWidth, tooManyInserted, unreadForm } from './dump-fault.ts'
import { skipBlank, skipLine, skipStatement, SqlText, takeQuoted, takeWord } from './sql-text.ts'

export type Inserted = { table: string; row: Record<string, string | null> }

/** The columns to be read of each table; other tables are passed over. */
export type Wanted = Readonly<Record<string, readonly string[]>>

type Reading = { text: SqlText; wanted: Wanted; created: Map<string, string[]>; delimiter: string }

/** The rows that a dump inserts into the wanted tables. Nothing is executed, and everything but CREATE TABLE and INSERT is passed over. */
export function* insertsIn(pieces: Iterator<string>, wanted: Wanted): Generator<Inserted> {
  const reading: Reading = { text: new SqlText(pieces), wanted, created: new Map(), delimiter: ';' }
  const { text } = reading
  let count = 0
  for (;;) {
    skipBlank(text)
    if (text.peek() === '') return
    const line = text.line
    const word = takeWord(text).toUpperCase()
    if (word === 'DELIMITER') reading.delimiter = delimiterIn(text)
    else if (word === 'LOAD') throw loadsFiles(line)
    else if (word === 'INSERT' || word === 'REPLACE')
      for (const inserted of insertOf(reading)) {
        if (++count > MAX_INSERTED) throw tooManyInserted()
        yield inserted
      }
    else {
      if (word === 'CREATE') readCreated(reading)
      skipStatement(text, reading.delimiter)
    }
  }
}

function delimiterIn(text: SqlText): string {
  let given = ''
  while (text.peek() !== '' && text.peek() !== '\n' && given.length < 20) given += text.take()
  skipLine(text)
  return given.trim() || ';'
}

/** Notes the columns of a table to which INSERT gives values: those that are not calculated. */
function readCreated({ text, wanted, created }: Reading) {
  skipBlank(text)
  if (takeWord(text).toUpperCase() !== 'TABLE') return
  const table = takeTable(text, ['IF', 'NOT', 'EXISTS'])
  if (!Object.hasOwn(wanted, table) || !text.takeIf('(')) return
  const columns: string[] = []
  do {
    skipBlank(text)
    const isQuoted = text.peek() === '`' || text.peek() === '"'
    const name = takeWord(text)
    const rest = restOfItem(text)
    const isColumn = name !== '' && (isQuoted || !/^(PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FULLTEXT|SPATIAL|CHECK|FOREIGN)$/i.test(name))
    if (isColumn && !/\bGENERATED\b|\bAS\s*\(/i.test(rest)) columns.push(name)
  } while (text.takeIf(',') && columns.length < 1000)
  created.set(table, columns)
}

/** The rest of a part of CREATE TABLE without its texts. */
function restOfItem(text: SqlText): string {
  let [rest, depth] = ['', 0]
  for (;;) {
    skipBlank(text)
    const sign = text.peek()
    if (sign === '' || (depth === 0 && (sign === ',' || sign === ')'))) return rest
    if (sign === "'" || sign === '"' || sign === '`') takeQuoted(text, 0)
    else {
      text.take()
      if (sign === '(') depth++
      if (sign === ')') depth--
      if (rest.length < 2000) rest += /\w/.test(sign) ? wordFrom(text, sign) : ` ${sign}`
    }
  }
}

const wordFrom = (text: SqlText, first: string) => ` ${first}${takeWord(text)}`

/** The name of a table, after words such as IF NOT EXISTS, without that of its database. */
function takeTable(text: SqlText, before: readonly string[]): string {
  for (;;) {
    skipBlank(text)
    const isQuoted = text.peek() === '`' || text.peek() === '"'
    const word = takeWord(text)
    skipBlank(text)
    if (!isQuoted && before.includes(word.toUpperCase())) continue
    if (!text.takeIf('.')) return word
  }
}

function* insertOf({ text, wanted, created, delimiter }: Reading): Generator<Inserted> {
  const table = takeTable(text, ['IGNORE', 'LOW_PRIORITY', 'HIGH_PRIORITY', 'DELAYED', 'INTO'])
  if (!Object.hasOwn(wanted, table)) return skipStatement(text, delimiter)
  const columns = text.peek() === '(' ? namesIn(text, table) : (created.get(table) ?? [])
  if (columns.length === 0) throw noColumns(table)
  const places = (wanted[table] ?? []).map((column) => [column, columns.indexOf(column)] as const)
  for (const [column, at] of places) if (at < 0) throw missingColumn(table, column)
  skipBlank(text)
  if (!/^VALUES?$/i.test(takeWord(text))) throw unreadForm(table, text.line)
  do {
    skipBlank(text)
    const line = text.line
    const values = tupleIn(text, table, columns.length)
    if (values.length !== columns.length) throw otherWidth(table, line, { values: values.length, columns: columns.length })
    yield { table, row: Object.fromEntries(places.map(([column, at]) => [column, values[at] ?? null])) }
    skipBlank(text)
  } while (text.takeIf(','))
  if (text.peek() === '' || !(text.isAt(delimiter) || /[A-Za-z]/.test(text.peek()))) throw unreadForm(table, text.line)
  skipStatement(text, delimiter)
}

function namesIn(text: SqlText, table: string): string[] {
  const names: string[] = []
  do {
    text.take()
    skipBlank(text)
    names.push(takeWord(text))
    skipBlank(text)
  } while (text.peek() === ',' && names.length < 1000)
  if (!text.takeIf(')')) throw unreadForm(table, text.line)
  skipBlank(text)
  return names
}

function tupleIn(text: SqlText, table: string, width: number): (string | null)[] {
  if (!text.takeIf('(')) throw unreadForm(table, text.line)
  const values: (string | null)[] = []
  do {
    skipBlank(text)
    values.push(valueIn(text, table))
    skipBlank(text)
  } while (text.takeIf(',') && values.length <= width)
  if (values.length <= width && !text.takeIf(')')) throw unreadForm(table, text.line)
  return values
}

function valueIn(text: SqlText, table: string): string | null {
  if (text.peek() === "'" || text.peek() === '"') return takeQuoted(text, MAX_CELL)
  let word = ''
  while (/[\w.+-]/.test(text.peek()) && word.length < MAX_CELL * 2) word += text.take()
  while (/[\da-f]/i.test(text.peek()) && /^0x/i.test(word)) text.take() // of a picture no more is needed
  if (/^null$/i.test(word)) return null
  if (/^true$|^false$/i.test(word)) return /^true$/i.test(word) ? '1' : '0'
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) return word
  if (/^0x[\da-f]*$/i.test(word)) return ofHex(word.slice(2))
  if (text.peek() !== "'") skipBlank(text)
  if (text.peek() === "'" && /^(x|n|_[a-z\d]+)$/i.test(word)) {
    const value = takeQuoted(text, MAX_CELL)
    return /^x$/i.test(word) ? ofHex(value) : value
  }
  throw unreadForm(table, text.line)
}

const ofHex = (digits: string) => Buffer.from(digits, 'hex').toString('utf8')
