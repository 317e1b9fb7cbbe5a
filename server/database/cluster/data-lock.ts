import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from '../../config.ts'
import { isRunning } from './cluster.ts'

const lockOf = (data: string) => join(data, 'innoe.lock')

export function isTaken(data: string) {
  const mark = readMark(lockOf(data))
  return mark !== undefined && isAlive(mark)
}

/** The lock file appears with its owner already in it; that of a dead owner is cleared away. */
export function takeFolder(data: string) {
  const lock = lockOf(data)
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, ownMark())
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      const owner = tryLink(mine, lock)
      if (!owner) return () => rmSync(lock, { force: true })
      if (isAlive(owner)) throw inUse(data, owner)
      clearDead(lock, owner)
    }
    throw inUse(data, '?')
  } finally {
    rmSync(mine, { force: true })
  }
}

function tryLink(mine: string, lock: string) {
  try {
    linkSync(mine, lock)
    return undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readMark(lock) ?? '0'
    throw error
  }
}

/** Someone quicker may have cleared it and taken its place since: then it is theirs, and goes back. */
function clearDead(lock: string, owner: string) {
  const aside = `${lock}.dead.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readMark(aside) === owner) rmSync(aside, { force: true })
  else renameSync(aside, lock)
}

function inUse(data: string, owner: string) {
  const pid = owner.split(' ')[0]
  return new StartFault([`${data} 正被另一个 Innoe（进程 ${pid}）使用`, `${data} is in use by another Innoe (process ${pid})`])
}

function readMark(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Pid and, where the system tells, the moment that process began: a pid alone is given again. */
const ownMark = () => markOf(process.pid)
const markOf = (pid: number) => `${pid} ${beginOf(pid)}`
const isAlive = (mark: string) => isRunning(Number(mark.split(' ')[0])) && markOf(Number(mark.split(' ')[0])) === mark

function beginOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
