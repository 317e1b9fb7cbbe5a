import { refuse } from './errors.ts'

/** Reading a large workbook takes hundreds of megabytes: so many are read at once in a process, the others wait in their order. */
export function turnsOf(most: number) {
  const waiting: (() => void)[] = []
  let busy = 0
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (busy < most) busy++
    else await new Promise<void>((go) => waiting.push(go)) // whoever ends gives their turn on
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}

/** Turns of which each person has one at most, running or waiting, and a process so many; further ones are refused. */
export function turnsOfPeople(most: number, inTurn = turnsOf(1)) {
  const asking = new Set<string>()
  return async <T>(person: string, act: () => Promise<T>): Promise<T> => {
    if (asking.has(person) || asking.size >= most) refuse('too_many_requests', { seconds: AGAIN_S })
    asking.add(person)
    try {
      return await inTurn(act)
    } finally {
      asking.delete(person)
    }
  }
}

const AGAIN_S = 5

export const DEFAULT_CONCURRENCY = 2

export const inTurn = turnsOf(DEFAULT_CONCURRENCY)
