import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

// pg sends one statement at a time and waits for its answer. What tells nothing, such as `begin` or a write, travels with the next
// statement of its transaction: one journey for several, and the first that fails ends them all.

/** `name` of the prepared statement. `fault`: throws the error to report instead of the original. `setting`: it has no answer of its own. */
export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined; fault?: Fault | undefined; setting?: true }
export type Fault = (error: unknown) => void

/** Stands behind the values of a write that may wait for the next statement of its transaction. */
export class Deferred {
  readonly fault: Fault | undefined
  constructor(fault?: Fault) {
    this.fault = fault
  }
}

type Field = pg.FieldDef
type Row = Record<string, unknown>
/** Columns of a prepared statement, which the database sends once for each connection */
export type Shape = { fields: Field[]; parsers: ((text: string) => unknown)[]; empty: Row }
type Answer = { command: string; rowCount: number | null; rows: Row[]; fields: Field[] }

/** Connection methods that pg's own queries call, and its types omit */
type Wire = {
  parsedStatements: Record<string, string>
  parse(what: { name: string; text: string }): void
  bind(what: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(what: object): void
  sync(): void
  _send(message: Buffer): void
  sendCopyFail(why: string): void
}

const NO_ROWS: Shape = { fields: [], parsers: [], empty: {} }

/** As pg encodes a value; lists of plain texts, which may be long, are joined at once. */
function encoded(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === 'string')) return prepareValue(value)
  return /["\\]/.test(value.join('')) ? prepareValue(value) : `{"${value.join('","')}"}`
}

function shapeOf(fields: Field[]): Shape {
  const parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown) // as pg calls them
  return { fields, parsers, empty: Object.fromEntries(fields.map(({ name }) => [name, null])) }
}

/** Statements sent at once; the answer is that of the last that is no setting. pg calls the methods as messages arrive. */
class Packet {
  readonly statements: readonly Statement[]
  readonly shapes: Map<string, Shape>
  /** Set by the sender. */
  callback: (error: unknown, answer?: Answer) => void = () => {}
  private at = 0
  private readonly asked: number
  private shape: Shape | undefined
  private broken: unknown
  private readonly answer: Answer = { command: '', rowCount: null, rows: [], fields: [] }

  /** `shapes`: those that the connection has received, by the names of its statements */
  constructor(statements: readonly Statement[], shapes: Map<string, Shape>) {
    this.statements = statements
    this.shapes = shapes
    this.asked = statements.findLastIndex(({ setting }) => !setting)
  }

  /** The statement being answered; pg records parsed statements under it. */
  get name() {
    return this.statements[this.at]?.name
  }
  get text() {
    return this.statements[this.at]?.text
  }

  submit(connection: Wire): Error | null {
    let values: unknown[][]
    try {
      values = this.statements.map((one) => one.values.map(encoded))
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
    const messages: Buffer[] = []
    const gathering = Object.create(connection, { _send: { value: (message: Buffer) => messages.push(message) } }) as Wire // it sends nothing itself
    const parsed = new Set<string>()
    for (const [at, statement] of this.statements.entries()) this.send(gathering, statement, values[at] ?? [], parsed)
    gathering.sync()
    connection._send(Buffer.concat(messages))
    return null
  }

  private send(connection: Wire, { text, name = '' }: Statement, values: readonly unknown[], parsed: Set<string>) {
    if (name === '' || !(parsed.has(name) || Object.hasOwn(connection.parsedStatements, name))) connection.parse({ name, text })
    parsed.add(name)
    connection.bind({ statement: name, values })
    if (!this.shapes.has(name)) connection.describe({ type: 'P', name: '' })
    connection.execute({})
  }

  handleRowDescription({ fields }: { fields: Field[] }) {
    this.shape = shapeOf(fields)
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }) {
    if (this.at !== this.asked || this.broken) return
    const { fields, parsers, empty } = this.shape ?? this.shapes.get(this.name ?? '') ?? NO_ROWS
    try {
      const row = { ...empty }
      for (let at = 0; at < texts.length; at++) {
        const text = texts[at]
        if (text !== null && text !== undefined) row[fields[at]?.name ?? ''] = parsers[at]?.(text)
      }
      this.answer.rows.push(row)
    } catch (error) {
      this.broken = error
    }
  }

  handleCommandComplete({ text }: { text: string }) {
    const [command = '', ...counts] = text.split(' ')
    if (this.at === this.asked) Object.assign(this.answer, { command, rowCount: counts.length > 0 ? Number(counts.at(-1)) : null })
    this.next()
  }

  handleEmptyQuery() {
    this.next()
  }

  private next() {
    const { name } = this
    const shape = this.shape ?? this.shapes.get(name ?? '') ?? NO_ROWS
    if (name) this.shapes.set(name, shape)
    if (this.at === this.asked) this.answer.fields = shape.fields
    this.shape = undefined
    this.at++
  }

  handleError(error: unknown) {
    try {
      this.statements[this.at]?.fault?.(error)
      this.callback(error)
    } catch (said) {
      this.callback(said)
    }
  }

  handleReadyForQuery() {
    if (this.broken) this.callback(this.broken)
    else this.callback(null, this.answer)
  }

  handleCopyInResponse(connection: Wire) {
    connection.sendCopyFail('there is nothing to copy in')
  }

  handleCopyData() {}
  handlePortalSuspended() {}
}

export const sendTogether = (
  submit: (packet: pg.Submittable) => unknown,
  statements: readonly Statement[],
  shapes: Map<string, Shape>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const packet = new Packet(statements, shapes)
    packet.callback = (error, answer) => (answer ? resolve(answer) : reject(error))
    submit(packet as unknown as pg.Submittable) // pg's types ask for an event emitter, its client does not
  })
