import { Form, Select } from 'antd'
import type { GraphNode } from '../../../../model/approval/graph.ts'
import { useSearch } from '../../../api/api.ts'
import { quoted } from '../../../api/iql.ts'
import { useWords } from '../../../words/language.ts'
import { useChosenEntity } from './chosen-entity.ts'
import { FL, OWN } from './use-document-types.ts'
import { Part } from '../running/work-lines.tsx'

type SubProcessLineProps = { title: string; node: GraphNode; onChange: (changes: Partial<GraphNode>) => void }

/** The published process of the same record type for this step; a step without a name of its own takes over its name. */
export function SubProcessLine({ title, node, onChange }: SubProcessLineProps) {
  const { t, lang } = useWords()
  const entity = useChosenEntity()
  const own: unknown = Form.useWatch('code', { form: Form.useFormInstance(), preserve: true })
  const iql = `entity = ${quoted(entity?.model ?? '')} AND status = 'PUBLISHED' ORDER BY code ASC`
  const { data } = useSearch('approval_process', { fl: FL, iql, rows: 100, total: 'none' }, { ...OWN, enabled: entity !== undefined })
  const found = (data?.record ?? []).filter(({ code }) => code !== own)
  const namesOf = (code: string | undefined) => {
    const one = found.find((row) => row['code'] === code)
    return one ? { name: String(one['name']), name_en: String(one['name_en']) } : undefined
  }
  const put = (process: string) => onChange({ process, ...namesOf(process) })
  return (
    <Part label={t('graph.process')} hint={t('graph.processHint')}>
      <Select
        aria-label={`${title} ${t('graph.process')}`}
        value={node.process || null}
        onChange={(code: string | null) => put(code ?? '')}
        options={found.map((row) => ({ value: String(row['code']), label: String((lang === 'en' && row['name_en']) || row['name']) }))}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t(entity ? 'graph.chooseProcess' : 'process.entityFirst')}
        notFoundContent={t('graph.noProcess')}
      />
    </Part>
  )
}
