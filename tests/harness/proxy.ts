import net, { type AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A way to a PostgreSQL server that can be cut, as where its port is closed, or silenced, as where its network or power is gone. */
export async function startProxy(database: string) {
  const to = new URL(database)
  const place = to.searchParams.get('host') ?? to.hostname
  const port = Number(to.searchParams.get('port') ?? (to.port || 5432))
  const pairs = new Set<readonly [net.Socket, net.Socket]>()
  let isSilent = false
  const listener = net.createServer((near) => {
    const far = place.startsWith('/') ? net.connect(`${place}/.s.PGSQL.${port}`) : net.connect(port, place)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (bytes) => isSilent || other.write(bytes))
      one.on('error', () => {})
      one.on('close', () => {
        pairs.delete(pair)
        if (!isSilent) other.destroy()
      })
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => listener.listen(at, '127.0.0.1', resolve))
  const drop = () => pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()))
  const cut = async () => {
    const closed = new Promise((resolve) => listener.close(resolve))
    drop()
    await closed
  }
  await listen(0)
  const own = (listener.address() as AddressInfo).port // it listens on the network
  after(() => listener.listening && cut())
  const url = new URL(database)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = '127.0.0.1'
  url.port = String(own)
  return {
    url: url.href,
    cut,
    /** Connections are still taken, and nothing is answered on any. */
    silence: () => void (isSilent = true),
    async open() {
      if (isSilent) drop()
      isSilent = false
      if (!listener.listening) await listen(own)
    },
  }
}
