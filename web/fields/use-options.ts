import { useSchema } from '../api/api.ts'

/** The options of a field, as a select or a group of radios takes them. */
export function useOptions(model: string, code: string) {
  const field = useSchema(model).data?.fields.find((one) => one.code === code)
  return (field?.options ?? []).map((one) => ({ value: one.code, label: one.label }))
}
