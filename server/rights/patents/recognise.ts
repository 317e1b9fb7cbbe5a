import { recogniseNumber } from '../../../model/rights/patents/actions.ts'
import { recognise } from '../../../model/cases/numbers/recognise.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'

export const recognising: Part = { actions: perform(recogniseNumber, async ({ body }) => read(body)) }

/** Recognises a number during input, with its faults and warnings. */
function read({ text = '', country, kind }: Call<typeof recogniseNumber>['body']) {
  const office = country && /^[A-Z]{2}$/.test(country) ? country : undefined
  return { readings: text === '' ? [] : recognise(text, { ...(office && { office }), ...(kind && { kind }) }).slice(0, 5) }
}
