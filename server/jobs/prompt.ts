import { systemContext } from '../records/context.ts'
import type { Server } from '../server.ts'

/** Runs work of modules as soon as a message is published, without a wait for the next minute. */
export function startPrompt(server: Server): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const deaf: (() => void)[] = []
  const end = server.tenants.each((tenant) => {
    for (const [topic, run] of tenant.modules.promptly) {
      const soon = oneAtATime(() =>
        Promise.resolve(tenant.isMoving() ? undefined : run(systemContext(tenant))).then(
          () => undefined,
          (fault: unknown) => console.error(`任务失败 / work failed: ${tenant.name} ${topic}`, fault),
        ),
      )
      const stopHearing = tenant.pubsub.subscribe(topic, () => {
        const work = soon()
        running.add(work)
        void work.then(() => running.delete(work))
      })
      deaf.push(stopHearing)
    }
  })
  return {
    async stop() {
      end()
      for (const stopHearing of deaf) stopHearing()
      await Promise.all(running)
    },
  }
}

/** A call while it runs makes it run once more afterwards. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let isBusy = false
  let isWanted = false
  return async () => {
    isWanted = true
    if (isBusy) return
    isBusy = true
    while (isWanted) {
      isWanted = false
      await run()
    }
    isBusy = false
  }
}
