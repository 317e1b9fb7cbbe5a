import { useQuery } from '@tanstack/react-query'
import { Switch, Tooltip } from 'antd'
import { allows } from '../../api/allows.ts'
import { useSchema, useWrite } from '../../api/api.ts'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import type { ListOwn } from './list-own.ts'
import { ModelList } from './list.tsx'
import './ruled-list.css'

/** A rule that is on or off, with the names of the actions that read and set it. */
type Rule = {
  label: string
  help: string
  read: readonly [action: string, () => Promise<boolean>]
  set: readonly [action: string, (isOn: boolean) => Promise<unknown>]
}

/** A list with a rule that holds for all of it, beside its actions. */
export function RuledList({ model, rule, own = {} }: { model: string; rule: Rule; own?: ListOwn }) {
  const { data: schema } = useSchema(model)
  if (!schema) return <PageSkeleton />
  const acts = allows(schema, rule.read[0]) && <RuleSwitch model={model} rule={rule} maySet={allows(schema, rule.set[0])} />
  return <ModelList schema={schema} own={{ ...own, acts }} />
}

function RuleSwitch({ model, rule: { label, help, read, set }, maySet }: { model: string; rule: Rule; maySet: boolean }) {
  const { data } = useQuery({ queryKey: [model, 'rule'], queryFn: read[1] })
  const write = useWrite(model, set[1])
  return (
    <Tooltip title={help}>
      <label className="rule-switch">
        <Switch
          size="small"
          checked={data === true}
          loading={write.isPending}
          disabled={data === undefined || !maySet}
          onChange={(isOn) => write.mutate(isOn)}
        />{' '}
        {label}
      </label>
    </Tooltip>
  )
}
