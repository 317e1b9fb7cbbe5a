import { globSync, readFileSync } from 'node:fs'

const TICK_MS = 10 // Linux counts the time of processes in hundredths of a second

/** Milliseconds of CPU used so far by these processes and all their children. On a shared machine, this is steadier than the clock. */
export function cpuMs(pids: readonly number[]): number {
  const all = globSync('/proc/[0-9]*/stat').flatMap(statOf)
  const own = (one: { pid: number; parent: number }) => pids.includes(one.pid) || pids.includes(one.parent)
  return all.filter(own).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS
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
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0) // of itself and of the children that have ended
    return [{ pid: Number.parseInt(text, 10), parent, ticks }]
  } catch {
    return [] // it has just ended
  }
}
