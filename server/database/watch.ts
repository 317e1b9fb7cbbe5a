import pg from 'pg'
import { isUnreached } from './away.ts'
import { breakOff } from './pool.ts'

const EVERY_MS = 5000
const AGAIN_MS = 1000
// How long it may take to answer.
const SILENCE_MS = 3000

/** `fault`: why the server cannot be used now. */
export type Watch = { fault: () => Error | undefined; close: () => void }

/**
 * A server whose power or network is gone says nothing, and what has been asked of it waits for a quarter of an hour. So one connection
 * asks every five seconds; where a new one is not answered either, `pools` break off what they ask, and nothing is asked until it is back.
 */
export function watchServer(name: string, url: string, pools: readonly pg.Pool[]): Watch {
  const connections = pools.map(connectionsOf)
  let client: pg.Client | undefined
  let fault: Error | undefined
  let timer: NodeJS.Timeout | undefined
  let [isAsking, isClosed] = [false, false]

  async function ask() {
    if (client && (await isAnswering(client))) return
    if (client) breakOff(client)
    client = undefined
    try {
      client = await connect(url, round)
      fault = undefined
    } catch (error) {
      const isAnswer = error instanceof pg.DatabaseError
      const isAway = isAnswer ? isUnreached(error) && error.code !== TOO_MANY : true
      fault = isAway ? new ServerAway(`the server ${name} does not answer: ${error instanceof Error ? error.message : String(error)}`) : undefined
      if (!isAnswer) for (const all of connections) for (const one of all) breakOff(one)
    }
  }

  async function round() {
    if (isAsking || isClosed) return
    isAsking = true
    await ask()
    isAsking = false
    if (isClosed) return void (client && breakOff(client))
    clearTimeout(timer)
    timer = setTimeout(() => void round(), fault ? AGAIN_MS : EVERY_MS).unref()
  }

  void round()
  return {
    fault: () => fault,
    close() {
      isClosed = true
      clearTimeout(timer)
      if (client && !isAsking) breakOff(client)
    },
  }
}

class ServerAway extends Error {
  readonly code = 'ETIMEDOUT'
}

// It answers, and the connections that there are may be used.
const TOO_MANY = '53300'

const ASKED: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: SILENCE_MS } // pg's own, missing in its types

const isAnswering = (client: pg.Client) =>
  client.query(ASKED).then(
    () => true,
    () => false,
  )

async function connect(url: string, onEnd: () => Promise<void>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: SILENCE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    breakOff(client)
    throw error
  }
  client.on('end', () => void onEnd())
  return client
}

function connectionsOf(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const all = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void all.add(client))
  pool.on('remove', (client) => void all.delete(client))
  return all
}
