import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { useSchema, useSchemas } from '../api/api.ts'
import { optionLabel } from '../fields/option-label.ts'
import { ApiFault } from '../api/fault.ts'
import { allows } from '../api/allows.ts'

/** The schemas of the kinds of case that this person may see; undefined while they load. */
export const useKinds = (): WireSchema[] | undefined => useKindsAnswer().kinds

/** A kind that was refused is not for this person; one that failed otherwise is missing. */
const isMissing = ({ error }: { error: unknown }) => error !== null && !(error instanceof ApiFault && (error.status === 403 || error.status === 404))

/** The same, with whether all of them are loaded, and a retry for those that failed. */
export function useKindsAnswer() {
  const head = useSchema('case')
  const names = head.data?.fields.find(({ code }) => code === 'kind')?.options?.map(({ code }) => code) ?? []
  const answers = useSchemas(names)
  const missing = [head, ...answers].filter(isMissing)
  const query = { isError: missing.length > 0, refetch: () => missing.forEach(({ refetch }) => void refetch()) }
  if (head.isPending || answers.some(({ isPending }) => isPending)) return { kinds: undefined, query }
  return { kinds: answers.flatMap(({ data }) => (data && allows(data, 'search') ? [data] : [])), query }
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
