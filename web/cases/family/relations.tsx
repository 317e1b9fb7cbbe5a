import { deriveActionsOf } from '../../../model/cases/derive-actions.ts'
import { familyActionsOf } from '../../../model/cases/family-actions.ts'
import { ForkOutlined, PlusOutlined, ProjectOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton, Space } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { act, useSchema, useWrite } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { pageOf } from '../../api/page-of.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import type { Family, FamilyEdge } from './family.ts'
import { DeriveDialog } from './derive-dialog.tsx'
import { Priorities } from './priorities.tsx'
import { PriorityDialog } from './priority-dialog.tsx'
import { RelationDialog } from './relation-dialog.tsx'
import { Remove } from './remove.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { partOnRequest } from '../../ui/on-request.tsx'

const FamilyTree = partOnRequest(async () => (await import('./family-tree.tsx')).FamilyTree)

/** The priorities and related cases of a case, and the family as a diagram. */
export function Relations({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const client = useQueryClient()
  const mayEdit = allowsOn(schema, record, 'update')
  const [priority, relation] = [useSchema('priority').data, useSchema('related_case').data]
  const mayAdd = { priority: priority && allows(priority, 'create'), relation: relation && allows(relation, 'create') }
  const mayRemove = { priority: priority && allows(priority, 'delete'), relation: relation && allows(relation, 'delete') }
  const [dialog, setDialog] = useState<'priority' | 'relation' | 'derive' | null>(null)
  const { data: family, isPending } = useQuery({
    queryKey: [schema.model, 'family', record.sid],
    queryFn: () => act(familyActionsOf(schema.model).draw, { sid: record.sid }),
  })
  const close = (isSaved: boolean) => {
    setDialog(null)
    if (isSaved) void client.invalidateQueries()
  }
  const add = (which: 'priority' | 'relation', label: string) =>
    mayEdit &&
    mayAdd[which] && (
      <Button size="small" icon={<PlusOutlined />} onClick={() => setDialog(which)}>
        {label}
      </Button>
    )
  return (
    <div className="stack relations">
      <Part title={t('relations.priorities')} act={add('priority', t('relations.addPriority'))}>
        <Priorities
          sid={record.sid}
          kind={schema.model}
          mayAdd={Boolean(mayEdit && mayAdd.priority)}
          mayChange={Boolean(mayEdit && priority && allows(priority, 'update'))}
          mayRemove={Boolean(mayEdit && mayRemove.priority)}
        />
      </Part>
      <Part
        title={t('relations.cases')}
        act={
          <Space wrap>
            <PlanLink schema={schema} sid={record.sid} />
            <DeriveButton schema={schema} onOpen={() => setDialog('derive')} />
            {add('relation', t('relations.addCase'))}
          </Space>
        }
      >
        {isPending ? (
          <Skeleton active />
        ) : (
          <RelatedCases schema={schema} record={record} family={family} mayEdit={mayEdit} mayRemove={Boolean(mayEdit && mayRemove.relation)} />
        )}
      </Part>
      {family && family.nodes.length > 1 && <Drawn family={family} here={record.sid} schema={schema} />}
      <Dialogs open={dialog} schema={schema} record={record} onClose={close} />
    </div>
  )
}

function Drawn({ family, here, schema }: { family: Family; here: string; schema: WireSchema }) {
  const { t } = useWords()
  const unseen = family.hidden > 0 && <span className="quiet">{t('relations.hidden', { count: family.hidden })}</span>
  return (
    <Part title={t('relations.family')} act={unseen}>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
        <FamilyTree family={family} here={here} schema={schema} />
      </Suspense>
    </Part>
  )
}

function DeriveButton({ schema, onOpen }: { schema: WireSchema; onOpen: () => void }) {
  const { t } = useWords()
  if (!allows(schema, deriveActionsOf(schema.model).derive.name)) return null
  return (
    <Button size="small" icon={<ForkOutlined />} onClick={onOpen}>
      {t('derive.open')}
    </Button>
  )
}

/** Further filings from this case, with their dates and costs, before anything is made. */
function PlanLink({ schema, sid }: { schema: WireSchema; sid: string }) {
  const { t } = useWords()
  const plans = useSchema('filing_plan').data
  if (!schema.case?.planned || !plans || !allows(plans, 'create')) return null
  return (
    <Link to={pageOf('filing_plan', `/new?case=${sid}`)}>
      <Button size="small" icon={<ProjectOutlined />}>
        {t('case.plan')}
      </Button>
    </Link>
  )
}

type DialogsProps = { open: 'priority' | 'relation' | 'derive' | null; schema: WireSchema; record: Rec; onClose: (isSaved: boolean) => void }

function Dialogs({ open, schema, record, onClose }: DialogsProps) {
  if (open === 'priority') return <PriorityDialog case_sid={record.sid} onClose={onClose} />
  if (open === 'derive') return <DeriveDialog schema={schema} record={record} onClose={() => onClose(false)} />
  return open === 'relation' ? <RelationDialog schema={schema} record={record} onClose={onClose} /> : null
}

const Part = ({ title, act: beside, children }: { title: string; act: ReactNode; children: ReactNode }) => (
  <section className="group">
    <header className="part-head">
      <h2>{title}</h2>
      {beside}
    </header>
    {children}
  </section>
)

type RelatedCasesProps = { schema: WireSchema; record: Rec; family: Family | undefined; mayEdit: boolean; mayRemove: boolean }

function RelatedCases({ schema: kind, record, family, mayEdit, mayRemove }: RelatedCasesProps) {
  const { t, tag } = useWords()
  const schema = useSchema('related_case').data
  const types = schema?.fields.find(({ code }) => code === 'relation_type')
  const roles = kind.case?.roles
  const countries = kind.fields.find(({ code }) => code === roles?.country)
  const own = (family?.edges ?? []).filter(({ from, to }) => from === record.sid || to === record.sid)
  const alone = family?.nodes.find(({ sid }) => sid === record.sid)?.can_split
  if (own.length === 0) {
    return (
      <p className="quiet part-none">
        {t('relations.noCase')}{' '}
        {alone && mayEdit && allows(kind, familyActionsOf(kind.model).split.name) && <Split kind={kind.model} sid={record.sid} />}
      </p>
    )
  }
  const byId = new Map(family?.nodes.map((node) => [node.sid, node]))
  const otherOf = ({ from, to }: FamilyEdge) => byId.get(to === record.sid ? from : to)
  const typeOf = (one: FamilyEdge) => (types ? optionLabel(types, one.relation_type) : '')
  const filed = (value: unknown) => (typeof value === 'string' ? dayText(value, tag) : <span className="none">—</span>)
  return (
    <PlainTable<FamilyEdge>
      scroll={{ x: 720 }}
      dataSource={own}
      columns={[
        { title: t('relations.type'), width: 170, render: (_, one) => typeOf(one) },
        { title: t('relations.side'), width: 90, render: (_, one) => t(one.to === record.sid ? 'relations.earlier' : 'relations.later') },
        { title: t('relations.case'), render: (_, one) => <OtherCase kind={kind.model} node={otherOf(one)} /> },
        { title: t('relations.country'), width: 120, render: (_, one) => countries && optionLabel(countries, otherOf(one)?.['country']) },
        { title: t('relations.filed'), width: 120, render: (_, one) => filed(otherOf(one)?.['filing_date']) },
        { title: '', width: 44, render: (_, one) => mayRemove && <Remove model="related_case" sid={one.sid} name={typeOf(one)} /> },
      ]}
    />
  )
}

/** A case of the family hidden from this person has no name. */
function OtherCase({ kind, node }: { kind: string; node: Family['nodes'][number] | undefined }) {
  const { t, lang } = useWords()
  if (!node) return <span className="quiet">{t('relations.unseen')}</span>
  return (
    <Link to={pageOf(kind, `/${node.sid}?tab=relations`)}>
      {String(node['case_no'])} {String((lang === 'en' && node['title_en']) || node['title'])}
    </Link>
  )
}

/** A case without relations may leave its family. */
function Split({ kind, sid }: { kind: string; sid: string }) {
  const { t } = useWords()
  const split = useWrite(kind, () => act(familyActionsOf(kind).split, { sid }))
  return (
    <Button size="small" loading={split.isPending} onClick={() => split.mutate(undefined)}>
      {t('relations.split')}
    </Button>
  )
}
