import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, StartFault } from '../config.ts'

type Door = Pick<Config, 'port' | 'host'>

/** Told before anything is opened, as a new database takes a while to fill. */
export async function refuseTakenPort(door: Door) {
  if (door.port === 0) return
  const probe = createServer()
  const opened = new Promise<void>((resolve, reject) => probe.once('error', reject).listen(door, resolve))
  await opened.catch((error: unknown) => refuse(error, door))
  await new Promise((closed) => probe.close(closed))
}

/** Answers the address, such as `http://127.0.0.1:8080`. */
export async function listenAt(app: FastifyInstance, { port, host }: Door) {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    return refuse(error, { port, host })
  }
}

function refuse(error: unknown, { port, host }: Door): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    throw new StartFault([
      `端口 ${port} 已被占用：请停止占用它的程序，或用 PORT=… 另选端口`,
      `Port ${port} is in use: stop the program that uses it, or choose another port with PORT=…`,
    ])
  if (code === 'EACCES') throw new StartFault([`没有权限监听端口 ${port}`, `No permission to listen on port ${port}`])
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    throw new StartFault([`本机没有地址 ${host}：请检查 HOST`, `This machine has no address ${host}: check HOST`])
  throw error
}
