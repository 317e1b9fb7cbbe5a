import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { FIRST_TAB, type PlacedTab } from '../../../model/settings/layouts/list-layout.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { caseTabs } from '../../cases/case-tabs.ts'
import { inLayout } from '../../records/detail/tab-order.ts'
import { useWords } from '../../words/language.ts'
import { movedTo } from './drafting.ts'

type TabsCardProps = { schema: WireSchema; tabs: readonly PlacedTab[] | null; onChange: (tabs: PlacedTab[]) => void }

/** The tabs of the page in order; those of one right alone stay behind the tab before them. */
export function TabsCard({ schema, tabs, onChange }: TabsCardProps) {
  const { t } = useWords()
  const [dragged, setDragged] = useState('')
  const known = useKnownTabs(schema)
  const placed = inLayout(
    known,
    (tabs ?? []).map(({ key }) => ({ key })),
  ).map(({ key }) => tabs?.find((tab) => tab.key === key) ?? { key })
  const move = (key: string, to: number) => onChange(movedTo(placed, placed.findIndex((tab) => tab.key === key), to)) // oxfmt-ignore
  return (
    <section className="layout-group" aria-label={t('layout.tabs')}>
      <header>
        <strong>{t('layout.tabs')}</strong>
        <span className="quiet">{t('layout.tabsText')}</span>
      </header>
      <ol className="layout-fields">
        {placed.map((tab, at) => {
          const label = known.find(({ key }) => key === tab.key)?.label ?? tab.key
          const turn = (isShown: boolean) =>
            placed.map((one) => (one.key !== tab.key ? one : isShown ? { key: one.key } : { key: one.key, hidden: true }))
          return (
            <li
              key={tab.key}
              draggable
              className={dragged === tab.key ? 'dragged' : undefined}
              onDragStart={() => setDragged(tab.key)}
              onDragEnd={() => setDragged('')}
              onDragOver={(event) => dragged && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                move(dragged, at)
              }}
            >
              <Line
                tab={tab}
                label={label}
                at={at}
                last={placed.length - 1}
                onTurn={(isShown) => onChange(turn(isShown))}
                onMove={(to) => move(tab.key, to)}
              />
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type LineProps = { tab: PlacedTab; label: string; at: number; last: number; onTurn: (isShown: boolean) => void; onMove: (to: number) => void }

function Line({ tab, label, at, last, onTurn, onMove }: LineProps) {
  const { t } = useWords()
  return (
    <>
      <HolderOutlined aria-hidden className="quiet" />
      <Checkbox
        className="layout-name"
        checked={!tab.hidden}
        disabled={tab.key === FIRST_TAB}
        aria-label={t('layout.showTab', { label })}
        onChange={({ target }) => onTurn(target.checked)}
      >
        {label}
      </Checkbox>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={at === 0}
        aria-label={t('columns.up', { label })}
        onClick={() => onMove(at - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={at === last}
        aria-label={t('columns.down', { label })}
        onClick={() => onMove(at + 1)}
      />
    </>
  )
}

/** The tabs that every page of the model may have. */
function useKnownTabs(schema: WireSchema) {
  const { t } = useWords()
  return [
    { key: FIRST_TAB, label: t('detail.overview') },
    ...caseTabs(schema).map(({ key, word }) => ({ key, label: t(word) })),
    ...(schema.lists ?? []).map(({ model, field, label }) => ({ key: `${model}.${field}`, label })),
    ...(schema.states ? [{ key: 'approvals', label: t('approval.tab') }] : []),
    { key: 'changes', label: t('detail.changes') },
  ]
}
