import type { WireSchema, WireTransition } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'

/** The steps that the server offers, as declared; those that end the record come after those with which it goes on. */
export function transitionsNow({ states }: Pick<WireSchema, 'states'>, record: Rec): WireTransition[] {
  const offered: readonly { code: string; to: string }[] = Array.isArray(record['transitions']) ? record['transitions'] : []
  const now = (states?.transitions ?? []).flatMap((one) => {
    const step = offered.find(({ code }) => code === one.code)
    return step ? [{ ...one, to: step.to }] : []
  })
  const isEnd = ({ to }: WireTransition) => states?.closed.includes(to) ?? false
  return [...now.filter((one) => !isEnd(one)), ...now.filter(isEnd)]
}
