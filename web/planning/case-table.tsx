import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber, Popover, Select, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PlannedCase, PlanResult } from '../../model/planning/plan-result.ts'
import { pageOf } from '../api/page-of.ts'
import { DayCell } from '../cases/worklist/cells.tsx'
import { useOptions } from '../fields/use-options.ts'
import { searchedByWords } from '../fields/search-options.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { DatePicker } from '../ui/date-picker.tsx'
import { useWords } from '../words/language.ts'
import { Amounts, sumsOf } from './amounts.tsx'
import { inOrder, type Leg, nameIn, officeIn, type Plan, withLegs, withoutLeg } from './plan.ts'

type CaseTableProps = { plan: Plan; result: PlanResult; onLegs: ((legs: Leg[]) => void) | undefined }
type Row = { one: PlannedCase; depth: number }

/** The cases of a plan below one another, with their days, fees and objections. */
export function CaseTable({ plan, result, onLegs }: CaseTableProps) {
  const { t, lang } = useWords()
  const legs = plan.legs ?? []
  const change = (key: string, changes: Partial<Leg>) => onLegs?.(legs.map((leg) => (leg.key === key ? { ...leg, ...changes } : leg)))
  const legOf = ({ key }: PlannedCase) => legs.find((leg) => leg.key === key)
  return (
    <PlainTable<Row>
      rowKey={({ one }) => one.key}
      dataSource={inOrder(result)}
      scroll={{ x: 940 }}
      columns={[
        { title: t('plan.case'), render: (_, row) => <CaseName row={row} plan={plan} /> },
        { title: t('plan.lastDay'), width: 110, render: (_, { one }) => <DayCell value={one.last_day} /> },
        {
          title: t('plan.day'),
          width: 140,
          render: (_, { one }) =>
            one.acts && onLegs ? (
              <DatePicker
                size="small"
                aria-label={`${t('plan.day')} ${nameIn(result, one, lang)}`}
                value={one.day ? dayjs(one.day) : null}
                onChange={(day) => change(one.key, { on_day: day ? day.format('YYYY-MM-DD') : undefined })}
              />
            ) : (
              <DayCell value={one.day} />
            ),
        },
        {
          title: <Tooltip title={t('plan.grantedHint')}>{t('plan.grantedAfter')}</Tooltip>,
          width: 100,
          render: (_, { one }) =>
            one.parent === null ? null : (
              <InputNumber
                size="small"
                className="plan-months"
                min={0}
                max={240}
                precision={0}
                disabled={!onLegs}
                aria-label={`${t('plan.grantedAfter')} ${nameIn(result, one, lang)}`}
                value={legOf(one)?.granted_after ?? null}
                onChange={(months) => change(one.key, { granted_after: months ?? undefined })}
              />
            ),
        },
        ...(result.priced
          ? [{ title: t('plan.cost'), width: 130, align: 'right' as const, render: (_: unknown, { one }: Row) => <Amounts of={sumsOf(one.fees)} /> }]
          : []),
        ...(onLegs ? [actsColumn(result, legs, onLegs)] : []),
      ]}
    />
  )
}

const actsColumn = (result: PlanResult, legs: readonly Leg[], onLegs: (legs: Leg[]) => void) => ({
  key: 'acts',
  width: 130,
  render: (_: unknown, { one }: Row) => <RowActs one={one} result={result} legs={legs} onLegs={onLegs} />,
})

type RowActsProps = { one: PlannedCase; result: PlanResult; legs: readonly Leg[]; onLegs: (legs: Leg[]) => void }

function RowActs({ one, result, legs, onLegs }: RowActsProps) {
  const { t, lang } = useWords()
  const name = nameIn(result, one, lang)
  return (
    <span className="plan-acts">
      {one.ways.length > 0 && <AddCases one={one} name={name} onAdd={(way, countries) => onLegs(withLegs(legs, one.key, way, countries))} />}
      {one.parent !== null && (
        <Button
          size="small"
          type="text"
          icon={<DeleteOutlined />}
          aria-label={`${t('plan.remove')} ${name}`}
          onClick={() => onLegs(withoutLeg(legs, one.key))}
        />
      )}
    </span>
  )
}

function CaseName({ row: { one, depth }, plan }: { row: Row; plan: Plan }) {
  const { lang } = useWords()
  const how = one.way?.[lang] ?? one.subtype?.[lang]
  return (
    <div style={{ paddingInlineStart: `${depth * 18}px` }}>
      {one.parent === null && plan.case_sid && one.case_no ? (
        <Link to={pageOf('case', `/${plan.case_sid}`)}>{one.case_no}</Link>
      ) : (
        <strong>{officeIn(one.country, lang)}</strong>
      )}{' '}
      <span className="quiet">{[how, one.route?.[lang]].filter(Boolean).join(' · ')}</span>
      <Remarks one={one} />
    </div>
  )
}

function Remarks({ one: { notices, unpriced } }: { one: PlannedCase }) {
  const { lang } = useWords()
  return (
    <ul className="plan-remarks">
      {notices.map((notice) => (
        <li key={notice.en} className={notice.level}>
          {notice[lang]}
        </li>
      ))}
      {unpriced.map((words) => (
        <li key={words.en}>{words[lang]}</li>
      ))}
    </ul>
  )
}

type AddCasesProps = { one: PlannedCase; name: string; onAdd: (way: string, countries: readonly string[]) => void }

function AddCases({ one, name, onAdd }: AddCasesProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t('plan.addTo', { name })}
      content={
        <WayForm
          one={one}
          onAdd={(way, countries) => {
            onAdd(way, countries)
            setOpen(false)
          }}
        />
      }
    >
      <Button size="small" icon={<PlusOutlined />} aria-label={`${t('plan.add')} ${name}`}>
        {t('plan.add')}
      </Button>
    </Popover>
  )
}

function WayForm({ one, onAdd }: { one: PlannedCase; onAdd: (way: string, countries: readonly string[]) => void }) {
  const { t, lang } = useWords()
  const offices = useOptions('case', 'country')
  const [way, setWay] = useState(one.ways[0]?.way)
  const offered = one.ways.find((each) => each.way === way)
  const [countries, setCountries] = useState<readonly string[]>(offered?.countries ?? [])
  const choose = (next: string) => {
    setWay(next)
    setCountries(one.ways.find((each) => each.way === next)?.countries ?? [])
  }
  return (
    <div className="plan-add">
      <Select
        aria-label={t('plan.way')}
        value={way ?? null}
        options={one.ways.map((each) => ({ value: each.way, label: each[lang] }))}
        onChange={choose}
      />
      {offered?.several && (
        <Select
          mode="multiple"
          aria-label={t('plan.countries')}
          placeholder={t('plan.countries')}
          showSearch={searchedByWords}
          value={[...countries]}
          options={offices}
          onChange={setCountries}
        />
      )}
      <Button type="primary" disabled={!way || countries.length === 0} onClick={() => way && onAdd(way, countries)}>
        {t('plan.add')}
      </Button>
    </div>
  )
}
