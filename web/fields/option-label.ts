import type { WireField } from '../../model/kit/wire.ts'

export const optionLabel = (field: WireField, code: unknown) => field.options?.find((option) => option.code === code)?.label ?? String(code ?? '')

/** Without what only tells options apart in a list: of a record one knows its office. */
/** The options that one could not tell apart without it, such as the states of several offices: to whoever chooses, they are one. */
export function alikeOptions({ options = [] }: Pick<WireField, 'options'>, code: string): string[] {
  const label = options.find((one) => one.code === code)?.label
  if (label === undefined) return [code]
  return options.filter((one) => withoutQualifier(one.label) === withoutQualifier(label)).map((one) => one.code)
}

export const withoutQualifier = (label: string) => label.replace(/\s*[（(][^（()）]*[）)]$/, '') || label
