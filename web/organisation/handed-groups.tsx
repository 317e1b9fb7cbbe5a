import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import type { checkHeld, handOver } from '../../model/organisation/user-handover-actions.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import type { Ref, WireField } from '../../model/kit/wire/wire.ts'
import { fieldTo } from '../fields/field-to.ts'
import { isRef } from '../fields/names.ts'
import { useOptions } from '../fields/use-options.ts'
import { searchedByWords } from '../fields/search-options.ts'
import { viewOf } from '../fields/views.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { useWords } from '../words/language.ts'
import { isOffice, isSetting, NO_SHARE, type Share } from './handed-shares.ts'

type Group = AnswerOf<typeof checkHeld>['groups'][number]
type Parts = AnswerOf<typeof handOver>['parts']

type GroupsProps = {
  groups: readonly Group[]
  field: WireField
  shares: Readonly<Record<string, readonly Share[]>>
  onShares: (code: Group['code'], shares: readonly Share[]) => void
  outcome: { parts: Parts } | undefined
  to: (group: Group) => Ref | null
  onTo: (group: Group, to: Ref | null) => void
}

/** A share of a group, or the rest of it. */
type Line = { group: Group; share: Share | undefined; no: number; part: Parts[number] | undefined }

/** The current work of the person, by kind: the recipients, and after a preview the items that move and those that stay. */
export function Groups({ groups, field, shares, onShares, outcome, to, onTo }: GroupsProps) {
  const { t, lang } = useWords()
  const lines = groups.flatMap((group) => linesOf(group, shares[group.code] ?? [], outcome?.parts))
  const change = (group: Group, key: number, next: Partial<Share> | null) =>
    onShares(group.code, (shares[group.code] ?? []).flatMap((one) => (one.key !== key ? [one] : next ? [{ ...one, ...next }] : []))) // oxfmt-ignore
  const add = ({ code }: Group) => {
    const own = shares[code] ?? []
    onShares(code, [...own, { ...NO_SHARE, key: (own.at(-1)?.key ?? 0) + 1 }])
  }
  const cells = (title: string, value: (part: Parts[number]) => number) => ({
    title,
    align: 'right' as const,
    width: 90,
    ...labelled(title),
    render: (_: unknown, { part }: Line) => (part ? value(part) : 0),
  })
  return (
    <PlainTable<Line>
      rowKey={({ group, share }) => `${group.code} ${share?.key ?? ''}`}
      dataSource={lines}
      columns={[
        {
          title: t('person.group'),
          render: (_, line) => <Work line={line} onChange={(key, next) => change(line.group, key, next)} />,
        },
        {
          title: t('person.count'),
          align: 'right',
          width: 70,
          ...labelled(t('person.count')),
          render: (_, { group, share }) => (share ? null : group.count),
        },
        {
          title: t('person.handTo'),
          width: 240,
          ...labelled(t('person.handTo')),
          render: (_, { group, share }) =>
            share ? (
              <ShareTo
                field={field}
                label={t('person.shareTo', { group: group[lang] })}
                share={share}
                onChange={(next) => change(group, share.key, next)}
              />
            ) : (
              <Rest
                group={group}
                field={field}
                isShared={(shares[group.code] ?? []).length > 0}
                value={to(group)}
                onChange={(one) => onTo(group, one)}
                onAdd={() => add(group)}
              />
            ),
        },
        ...(outcome ? [cells(t('person.moves'), ({ count }) => count), cells(t('person.stays'), ({ kept }) => kept)] : []),
      ]}
    />
  )
}

/** On a narrow screen a row is shown as a list, each value with its heading. */
const labelled = (label: string) => ({ onCell: () => ({ className: 'labelled', 'data-label': label }) })

/** The parts of a preview come in the order in which they were sent, the rest of a group last. */
function linesOf(group: Group, shares: readonly Share[], parts: Parts = []): Line[] {
  const own = parts.filter((part) => part.group === group.code)
  return [...shares.map((share, at) => ({ group, share, no: at + 1, part: own[at] })), { group, share: undefined, no: 0, part: own[shares.length] }]
}

type WorkProps = { line: Line; onChange: (key: number, next: Partial<Share>) => void }

function Work({ line: { group, share, no, part }, onChange }: WorkProps) {
  const { t, lang } = useWords()
  if (!share) return group[lang]
  const title = t('person.shareNo', { group: group[lang], no })
  return (
    <Conditions title={title} share={share} isFirst={no === 1} overlapping={part?.overlapping ?? 0} onChange={(next) => onChange(share.key, next)} />
  )
}

type RestProps = {
  group: Group
  field: WireField
  isShared: boolean
  value: Ref | null
  onChange: (to: Ref | null) => void
  onAdd: () => void
}

/** The recipient of a group, or of the rest after its shares. Settings have one successor. */
function Rest({ group, field, isShared, value, onChange, onAdd }: RestProps) {
  const { t, lang } = useWords()
  return (
    <>
      {isShared && <span className="quiet">{t('person.shareRest')}</span>}
      <Recipient field={field} label={t('person.handGroupTo', { group: group[lang] })} value={value} onChange={onChange} />
      {!isSetting(group.code) && (
        <Button type="link" size="small" onClick={onAdd}>
          {t('person.share')}
        </Button>
      )}
    </>
  )
}

type ShareToProps = { field: WireField; label: string; share: Share; onChange: (next: Partial<Share> | null) => void }

/** The recipient of a share; null removes it. */
function ShareTo({ field, label, share, onChange }: ShareToProps) {
  const { t } = useWords()
  const remove = t('person.shareRemove')
  return (
    <div className="hand-over-to">
      <Recipient field={field} label={label} value={share.to} onChange={(to) => onChange({ to })} />
      <Button type="text" icon={<DeleteOutlined />} aria-label={remove} title={remove} onClick={() => onChange(null)} />
    </div>
  )
}

type ConditionsProps = { title: string; share: Share; isFirst: boolean; overlapping: number; onChange: (next: Partial<Share>) => void }

function Conditions({ title, share, isFirst, overlapping, onChange }: ConditionsProps) {
  const { t } = useWords()
  const countries = useOptions('case', 'country')
  const Cases = viewOf('references').Editor
  const cases: WireField = { ...fieldTo('case', t('person.shareCases')), type: 'references', max: 1000 }
  return (
    <div className="hand-over-share" role="group" aria-label={title}>
      <b>{title}</b>
      {(['company', 'department'] as const).map((code) => {
        const label = t(code === 'company' ? 'person.shareCompany' : 'person.shareDepartment')
        return (
          <Labelled key={code} label={label}>
            <Recipient field={fieldTo(code, label)} label={label} value={share[code]} onChange={(one) => onChange({ [code]: one })} />
          </Labelled>
        )
      })}
      <Labelled label={t('person.shareCountry')}>
        <Select
          aria-label={t('person.shareCountry')}
          value={share.country}
          options={countries}
          allowClear
          showSearch={searchedByWords}
          onChange={(code: unknown) => onChange({ country: isOffice(code) ? code : null })}
        />
      </Labelled>
      <Labelled label={t('person.shareQuery')}>
        <Input.TextArea
          aria-label={t('person.shareQuery')}
          value={share.iql}
          maxLength={3000}
          autoSize={{ minRows: 1, maxRows: 4 }}
          placeholder="kind = 'patent' AND title CONTAINS 'LED'"
          onChange={({ target }) => onChange({ iql: target.value })}
        />
      </Labelled>
      <Labelled label={t('person.shareCases')}>
        <Cases
          field={cases}
          label={t('person.shareCases')}
          value={share.cases}
          onChange={(picked) => onChange({ cases: Array.isArray(picked) ? picked.filter(isRef) : [] })}
        />
      </Labelled>
      {overlapping > 0 && <p>{t('person.shareOverlap', { count: overlapping })}</p>}
      {isFirst && <p className="quiet">{t('person.shareText')}</p>}
    </div>
  )
}

/** The label of an input that names itself to screen readers. */
const Labelled = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <span aria-hidden="true">{label}</span>
    {children}
  </div>
)

type RecipientProps = { field: WireField; label: string; value: Ref | null; onChange: (to: Ref | null) => void }

export function Recipient({ field, label, value, onChange }: RecipientProps) {
  const { Editor } = viewOf(field.type)
  return <Editor field={field} label={label} value={value} onChange={(one: unknown) => onChange(isRef(one) ? one : null)} />
}
