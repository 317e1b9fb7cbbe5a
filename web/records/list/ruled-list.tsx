import { useQuery } from '@tanstack/react-query'
import { Switch, Tooltip } from 'antd'
import { useWrite } from '../../api/api.ts'
import './rule-switch.css'

type Rule = {
  model: string
  label: string
  help: string
  read: () => Promise<boolean>
  /** Undefined for those who may only see how it is set. */
  set: ((isOn: boolean) => Promise<unknown>) | undefined
}

/** A rule of a whole list that is on or off, beside the actions of the list. */
export function RuleSwitch({ model, label, help, read, set }: Rule) {
  const { data } = useQuery({ queryKey: [model, 'rule'], queryFn: read })
  const write = useWrite(model, (isOn: boolean) => set?.(isOn) ?? Promise.resolve())
  return (
    <Tooltip title={help}>
      <label className="rule-switch">
        <Switch
          size="small"
          checked={data === true}
          loading={write.isPending}
          disabled={data === undefined || !set}
          onChange={(isOn) => write.mutate(isOn)}
        />{' '}
        {label}
      </label>
    </Tooltip>
  )
}
