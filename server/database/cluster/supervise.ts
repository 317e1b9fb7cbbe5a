import type { StartFault } from '../../config.ts'

type Running = { stop(): Promise<void>; died: Promise<StartFault> }

const WITHIN = 60_000
const MAX_RESTARTS = 3

/**
 * Restarts the database when it ends by itself: out of memory, after a fault, or killed by somebody. After too many ends
 * within a minute it is given up, and `died` settles with its last message.
 */
export async function supervise<R extends Running>(start: () => Promise<R>, tell: (fault: StartFault) => void, most = MAX_RESTARTS) {
  let current = await start()
  let starting: Promise<unknown> | undefined
  let isStopping = false
  let ends: number[] = []
  const given = Promise.withResolvers<StartFault>()
  const watch = () =>
    void current.died.then(async (fault) => {
      if (isStopping) return
      ends = [...ends.filter((at) => at > Date.now() - WITHIN), Date.now()]
      if (ends.length > most) return given.resolve(fault)
      tell(fault)
      starting = start().then((next) => (current = next))
      try {
        await starting
        watch()
      } catch (error) {
        given.resolve(error as StartFault) // what a start fails with
      }
    })
  watch()
  return {
    first: current,
    died: given.promise,
    async stop() {
      isStopping = true
      await starting?.catch(() => {})
      await current.stop()
    },
  }
}
