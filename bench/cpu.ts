import { globSync, readFileSync } from 'node:fs'

const TICK_MS = 10 // Linux counts the time of children that have ended in hundredths of a second
const NS = 1e6 // and that of threads in nanoseconds

/** Milliseconds of CPU used so far by these processes and all their children. On a shared machine, this is steadier than the clock. */
export function cpuMs(pids: readonly number[]): number {
  const all = globSync('/proc/[0-9]*/stat').flatMap(statOf)
  const own = (one: { pid: number; parent: number }) => pids.includes(one.pid) || pids.includes(one.parent)
  return all.filter(own).reduce((sum, { pid, endedMs }) => sum + threadsMs(pid) + endedMs, 0)
}

function statOf(path: string) {
  try {
    const text = readFileSync(path, 'utf8')
    // The name of the program is in brackets and may have spaces; the fields are counted after it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0] = fields.slice(13, 15) // of the children that have ended
    return [{ pid: Number.parseInt(text, 10), parent, endedMs: (user + system) * TICK_MS }]
  } catch {
    return [] // it has just ended
  }
}

const threadsMs = (pid: number) => globSync(`/proc/${pid}/task/*/schedstat`).reduce((sum, path) => sum + ranMs(path), 0)

function ranMs(path: string) {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) / NS
  } catch {
    return 0 // it has just ended
  }
}
