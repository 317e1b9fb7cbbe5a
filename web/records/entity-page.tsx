import { PlusOutlined } from '@ant-design/icons'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { pluralOf } from '../../model/kit/plural.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allows } from '../api/allows.ts'
import { useSchema } from '../api/api.ts'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageHead, useMenuTitle } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { PageFault, QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'

type PageProps = { entity: string; ability?: string; content: ComponentType<{ schema: WireSchema }> }

/** A page for the records of one entity, shown to people who have the ability that it needs. */
export function EntityPage({ entity, ability = 'search', content: Content }: PageProps) {
  const { data: schema, error, refetch } = useSchema(entity)
  if (error && !schema) return <PageFault fault={error} onRetry={() => void refetch()} />
  if (!schema) return <PageSkeleton />
  return allows(schema, ability) ? <Content schema={schema} /> : <NotAllowed />
}

type EntityBodyProps = {
  schema: WireSchema
  text: string
  add: { label: string; onAdd: () => void }
  rows: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'>
  children: ReactNode
}

/** The head of such a page: its button to add a record, one sentence about the records, and a placeholder while they load. */
export function EntityBody({ schema, text, add, rows, children }: EntityBodyProps) {
  const { lang } = useWords()
  const name = useMenuTitle() || (lang === 'en' ? pluralOf(schema.en) : schema[lang])
  const isPending = !rows.isError && !rows.data
  return (
    <div className="page">
      <PageHead
        title={name}
        name={name}
        acts={
          allows(schema, 'create') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={add.onAdd}>
              {add.label}
            </Button>
          )
        }
      />
      <p className="quiet">{text}</p>
      {rows.isError && <QueryFault fault={rows.error} onRetry={() => void rows.refetch()} />}
      {isPending && <PageSkeleton />}
      {children}
    </div>
  )
}
