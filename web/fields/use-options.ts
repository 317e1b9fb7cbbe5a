import { useSchema } from '../api/api.ts'

/** The options of a field, for a select or a group of radios. */
export function useOptions(model: string, code: string) {
  const field = useSchema(model).data?.fields.find((one) => one.code === code)
  return (field?.options ?? []).map((one) => ({ value: one.code, label: one.label }))
}
