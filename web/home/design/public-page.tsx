import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import type { Place } from '../../../model/portal/layout.ts'
import { readPublicPage } from '../../../model/portal/portal-routes.ts'
import { ask } from '../../api/call.ts'
import { GAP, ROW } from '../arrangement.ts'
import { PlainComponent } from '../widgets/plain-component.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import '../home.css'
import './portal.css'

const areaOf = ({ x, y, w, h }: Place) => `${y + 1} / ${x + 1} / span ${h} / span ${w}`

/** A page for everybody, without signing in: texts, links and pictures. */
export function PublicPage() {
  const { alias = '' } = useParams()
  const { lang } = useWords()
  const { data, isError } = useQuery({
    queryKey: ['portal_template', 'public', alias],
    queryFn: () => ask(readPublicPage, {}, { path: { alias }, anonymous: true }),
    retry: false,
    meta: { faults: 'own' },
  })
  if (isError) return <Navigate to="/404" replace />
  if (!data) return <PageSkeleton />
  const name = (lang === 'en' && data.name_en) || data.name
  return (
    <main className="page home public-page">
      <h1>{name}</h1>
      <div className="home-places" style={{ gridAutoRows: ROW, gap: GAP }}>
        {data.places.map((place) => {
          const component = data.components.find(({ code }) => code === place.i)
          if (!component || component.widget === 'VIEW' || component.widget === 'STATISTIC') return null
          return (
            <section key={place.i} className="widget" style={{ gridArea: areaOf(place) }}>
              <header className="widget-head">
                <h2>{(lang === 'en' && component.name_en) || component.name}</h2>
              </header>
              <div className="widget-body">
                <PlainComponent of={component} />
              </div>
            </section>
          )
        })}
      </div>
    </main>
  )
}
