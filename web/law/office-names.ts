import { useSchema } from '../api/api.ts'
import { useWords } from '../words/language.ts'
import { useKinds } from '../cases/kinds.ts'

/** An office by its name. */
export function useOfficeName(): (code: string) => string {
  const options = useSchema('case').data?.fields.find(({ code }) => code === 'country')?.options
  return (code) => options?.find((option) => option.code === code)?.label ?? code
}

/** A kind of case by its name. */
export function useKindName(): (name: string) => string {
  const { lang } = useWords()
  const kinds = useKinds()
  return (name) => kinds?.find(({ model }) => model === name)?.[lang] ?? name
}
