import type { WireSchema } from '../../model/kit/wire.ts'
import { useSchema, useSchemas } from '../api/api.ts'
import { optionLabel } from '../fields/option-label.ts'
import { allows } from '../api/allows.ts'

/** The schemas of the kinds of case that this person may see; undefined while they load. */
export function useKinds(): WireSchema[] | undefined {
  const head = useSchema('case')
  const names = head.data?.fields.find(({ code }) => code === 'kind')?.options?.map(({ code }) => code) ?? []
  const answers = useSchemas(names)
  if (head.isPending || answers.some(({ isPending }) => isPending)) return undefined
  return answers.flatMap(({ data }) => (data && allows(data, 'search') ? [data] : []))
}

/** The words of a state of a case in its own kind: the head puts those of all kinds together. */
export function useStateWords(): (kind: unknown, state: unknown) => string {
  const kinds = useKinds()
  return (kind, state) => {
    const own = kinds?.find(({ model }) => model === kind)
    const field = own?.fields.find(({ code }) => code === own.states?.field)
    return field ? optionLabel(field, state) : ''
  }
}
