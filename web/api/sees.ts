import { allows } from './allows.ts'
import { useSchema } from './api.ts'

/** Whether this person sees records of a model at all; undefined while loading. */
export function useSees(model: string): boolean | undefined {
  const schema = useSchema(model).data
  return schema && allows(schema, 'search')
}
