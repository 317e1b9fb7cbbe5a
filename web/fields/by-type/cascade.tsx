import { Cascader } from 'antd'
import type { WireField } from '../../../model/kit/wire/wire.ts'
import { type EditorProps, inputFacts } from '../view.ts'

type Choice = { value: string; label: string; disabled: boolean; children: Choice[] }
type Option = NonNullable<WireField['options']>[number]

/** Options below options; an invalid one is left out, unless the record has it. */
function choicesOf(options: readonly Option[], current: readonly string[]): Choice[] {
  const known = new Set(options.map(({ code }) => code))
  const byAbove = Map.groupBy(options, ({ above }) => (above !== undefined && known.has(above) ? above : ''))
  const below = (above: string): Choice[] =>
    (byAbove.get(above) ?? []).flatMap(({ code, label, valid }) => {
      const children = below(code)
      return valid || current.includes(code) || children.length > 0 ? [{ value: code, label, disabled: !valid, children }] : []
    })
  return below('')
}

/** From the top down to the option itself. */
function lineTo(options: readonly Option[], code: string): string[] {
  const above = new Map(options.map((one) => [one.code, one.above]))
  const line: string[] = []
  for (let one: string | undefined = code; one !== undefined && !line.includes(one); one = above.get(one)) line.unshift(one)
  return line
}

/** One option; any level may be chosen. */
export function CascadeOne(props: EditorProps & { code: string | null }) {
  const { field, onChange, code } = props
  const options = field.options ?? []
  return (
    <Cascader
      {...inputFacts(props)}
      options={choicesOf(options, code ? [code] : [])}
      value={code ? lineTo(options, code) : []}
      onChange={(line) => onChange?.(line?.at(-1) ?? null)}
      changeOnSelect
      allowClear={!field.required}
      showSearch
      style={{ width: '100%' }}
    />
  )
}

export function CascadeMany(props: EditorProps & { codes: readonly string[] }) {
  const { field, onChange, codes } = props
  const options = field.options ?? []
  return (
    <Cascader
      {...inputFacts(props)}
      multiple
      options={choicesOf(options, codes)}
      value={codes.map((code) => lineTo(options, code))}
      onChange={(lines) => onChange?.(lines.flatMap((line) => line.at(-1) ?? []))}
      showCheckedStrategy={Cascader.SHOW_CHILD}
      allowClear
      showSearch
      style={{ width: '100%' }}
    />
  )
}
