import { useParams } from 'react-router'
import { Grid } from '../grid.tsx'
import { usePortal } from '../portal.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { PageFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import '../home.css'

/** A page that an administrator has designed. */
export function PortalPage() {
  const { alias = '' } = useParams()
  const { lang } = useWords()
  const query = usePortal({ page: alias })
  const { data } = query
  if (!data) return query.isError ? <PageFault fault={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />
  const name = (lang === 'en' && data.template.name_en) || data.template.name
  const of = { kind: data.kind, components: data.components, allowed: new Set(data.places.map(({ i }) => i)) }
  return (
    <div className="page home">
      <PageHead title={name} name={name} />
      <Grid of={of} arrangement={{ places: data.places, quick: [] }} isArranging={false} onChange={() => {}} />
    </div>
  )
}
