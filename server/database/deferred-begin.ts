import pg from 'pg'

// pg waits for the answer to each statement before it sends the next. `begin` tells nothing, so it travels with the first
// statement of its transaction: one journey less for every write.

type Connection = { bind(what: { statement: string; values: unknown[] }): void; execute(what: { rows: number }): void }
type Inner = { prepare(connection: Connection): void; handleCommandComplete(message: { text: string }, connection: Connection): void }

const base = pg.Query.prototype as unknown as Inner // what pg's own client calls, and its types leave out

/** A statement that opens the transaction it is the first of; `begin` must be prepared on the connection under the name given. */
class FirstStatement extends pg.Query {
  begin: string
  constructor(begin: string, config: pg.QueryConfig, done: (error: Error | undefined, result: unknown) => void) {
    super(config, done)
    this.begin = begin
  }

  /** Without values pg would send the text alone, and no `begin` before it. */
  requiresPreparation() {
    return true
  }

  prepare(connection: Connection) {
    connection.bind({ statement: this.begin, values: [] })
    connection.execute({ rows: 0 })
    base.prepare.call(this, connection)
  }

  handleCommandComplete(message: { text: string }, connection: Connection) {
    if (message.text !== 'BEGIN') base.handleCommandComplete.call(this, message, connection)
  }
}

export function withBegin(submit: (query: pg.Submittable) => unknown, begin: string, config: pg.QueryConfig): Promise<unknown> {
  return new Promise((resolve, reject) => {
    submit(new FirstStatement(begin, config, (error, result) => (error ? reject(error) : resolve(result))))
  })
}
