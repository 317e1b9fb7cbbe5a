import { presentDay } from '../../server/records/context.ts'

/** The day so far from today: `offset` is a duration of ISO 8601, as in '-P4Y11M'. */
export const day = (offset: string) => `${Temporal.PlainDate.from(presentDay()).add(Temporal.Duration.from(offset))}`
