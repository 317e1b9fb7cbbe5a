import { ExclamationCircleOutlined } from '@ant-design/icons'
import { useWords } from '../../words/language.ts'
import { Tabs } from '../../ui/page/tabs.tsx'

type BucketTab = { code: string; label: string; total: number; isAlarming?: boolean; isCapped?: boolean }
type BucketTabsProps = { buckets: readonly BucketTab[]; chosen: string; onChange: (code: string) => void }

/** The rows grouped by due date: one group at a time, each with its count. */
export function BucketTabs({ buckets, chosen, onChange }: BucketTabsProps) {
  const { lang } = useWords()
  return (
    <Tabs
      className="buckets"
      activeKey={chosen}
      onChange={onChange}
      items={buckets.map(({ code, label, total, isAlarming, isCapped }) => ({
        key: code,
        label: (
          <span className={isAlarming ? 'due-over' : undefined}>
            {isAlarming && <ExclamationCircleOutlined aria-hidden />} {label}{' '}
            <b className="number">{total.toLocaleString(lang) + (isCapped ? '+' : '')}</b>
          </span>
        ),
      }))}
    />
  )
}
