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

export const AT_ONCE = 2

export const inTurn = turnsOf(AT_ONCE)
