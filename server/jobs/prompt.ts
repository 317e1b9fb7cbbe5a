import { systemContext } from '../records/context.ts'
import type { Server } from '../server.ts'

/** Runs what modules do as soon as something is published, so that nobody waits for the next minute. */
export function startPrompt(server: Server): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const deaf = [...server.tenants.all.values()].flatMap((tenant) =>
    tenant.modules.promptly.map(([topic, run]) => {
      const soon = oneAtATime(() =>
        Promise.resolve(run(systemContext(tenant))).then(
          () => undefined,
          (fault: unknown) => console.error(`任务失败 / work failed: ${tenant.name} ${topic}`, fault),
        ),
      )
      return tenant.pubsub.subscribe(topic, () => {
        const work = soon()
        running.add(work)
        void work.then(() => running.delete(work))
      })
    }),
  )
  return {
    async stop() {
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
