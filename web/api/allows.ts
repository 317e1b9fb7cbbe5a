import type { WireSchema } from '../../model/kit/wire.ts'

/** Whether this person may do a verb or an action of the model. */
export const allows = (schema: WireSchema, verb: string) => schema.actions.find((action) => action.verb === verb)?.allowed ?? false
