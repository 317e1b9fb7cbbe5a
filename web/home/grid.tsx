import { CloseOutlined, DragOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { useWidth } from '../ui/use-width.ts'
import { useWords } from '../words/language.ts'
import { isPlaceable, type Place } from '../../model/portal/layout.ts'
import { isRowWidget, type RowWidget } from '../../model/portal/row-widgets.ts'
import { type Widget, widgetNamed } from '../../model/portal/widgets.ts'
import type { Arrangement } from './arrangement.ts'
import { closedUp, GAP, ROW, stacked, stepped, STEPS } from './arrangement.ts'
import { nameOfPlace } from './place-name.ts'
import type { Drawable } from './portal.ts'
import { DeadlineBuckets, DeadlinesTitle, OverdueList } from './widgets/deadlines.tsx'
import { Approvals } from './widgets/approvals.tsx'
import { Asked, Clients, Drafts, NewDocuments, Notices } from './widgets/entrusted.tsx'
import { FeesDue, GraceList } from './widgets/fees.tsx'
import { Findings, Jobs, Recent } from './widgets/lists.tsx'
import { Mine } from './widgets/mine.tsx'
import { QuickEntries } from './widgets/quick.tsx'
import { WhenShown } from './when-shown.tsx'
import { partOnRequest } from '../ui/on-request.tsx'

const Portfolio = partOnRequest(async () => (await import('./widgets/portfolio.tsx')).Portfolio)
const Filings = partOnRequest(async () => (await import('./widgets/portfolio.tsx')).Filings)
const Forecast = partOnRequest(async () => (await import('./widgets/forecast.tsx')).Forecast)

const RowList = partOnRequest(async () => (await import('./widgets/row-list.tsx')).RowList)
const Bills = partOnRequest(async () => (await import('./widgets/counts.tsx')).Bills)
const Trend = partOnRequest(async () => (await import('./widgets/counts.tsx')).Trend)
const Workload = partOnRequest(async () => (await import('./widgets/counts.tsx')).Workload)
const Component = partOnRequest(async () => (await import('./widgets/component.tsx')).Component)

const ArrangingGrid = partOnRequest(async () => (await import('./arranging-grid.tsx')).ArrangingGrid)

const NARROW = 860

const DRAWN: Readonly<Record<Exclude<Widget, 'quick' | RowWidget>, ComponentType>> = {
  deadlines: DeadlineBuckets,
  overdue: OverdueList,
  mine: Mine,
  fees: FeesDue,
  grace: GraceList,
  forecast: Forecast,
  status: () => <Portfolio by="status" />,
  legal: () => <Portfolio by="legal_status" />,
  country: () => <Portfolio by="country" />,
  type: () => <Portfolio by="type" />,
  filings: Filings,
  recent: Recent,
  findings: Findings,
  jobs: Jobs,
  asked: Asked,
  documents: NewDocuments,
  notices: Notices,
  clients: Clients,
  drafts: Drafts,
  approvals: Approvals,
  bills: Bills,
  trend: Trend,
  workload: Workload,
}

/** The width in pixels before the element is measured. */
const USUAL_WIDTH = 1280

type GridProps = {
  of: Drawable
  arrangement: Arrangement
  isArranging: boolean
  onChange: (changes: Partial<Arrangement>) => void
}

export function Grid({ of, arrangement, isArranging, onChange }: GridProps) {
  const words = useWords()
  const { allowed } = of
  const nameOf = (code: string) => nameOfPlace(code, of, words)
  const { ref, width } = useWidth(USUAL_WIDTH)
  const shown = arrangement.places.filter(({ i }) => allowed.has(i))
  const isNarrow = width < NARROW
  const places = closedUp(isNarrow ? stacked(shown) : shown)
  const keep = (next: readonly Place[]) => onChange({ places: [...next, ...arrangement.places.filter(({ i }) => !allowed.has(i))] })
  const move = (next: readonly { i: string; x: number; y: number; w: number; h: number }[]) => {
    if (isNarrow) return
    const moved = next.flatMap(({ i, x, y, w, h }): Place[] => (isPlaceable(i) ? [{ i, x, y, w, h }] : []))
    const plain = shown.map(({ i, x, y, w, h }) => ({ i, x, y, w, h }))
    if (JSON.stringify(moved) !== JSON.stringify(plain)) keep(moved)
  }
  const remove = (widget: string) => onChange({ places: arrangement.places.filter(({ i }) => i !== widget) })
  const widgets = (hasTools: boolean) =>
    places.map(({ i, x, y, w, h }) => (
      <section
        key={i}
        className={`widget of-${i}`}
        aria-labelledby={`widget-${i}`}
        style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}` }}
      >
        <header className="widget-head">
          <h2 id={`widget-${i}`}>{i === 'deadlines' ? <DeadlinesTitle /> : nameOf(i)}</h2>
          {hasTools && <Tools name={nameOf(i)} places={shown} widget={i} isFixed={isNarrow} onChange={keep} onRemove={() => remove(i)} />}
        </header>
        <Body code={i} of={of} quick={arrangement.quick} isArranging={hasTools} onQuick={(quick) => onChange({ quick })} />
      </section>
    ))
  const still = (
    <div className="home-places" style={{ gridAutoRows: ROW, gap: GAP }}>
      {widgets(false)}
    </div>
  )
  // The tools load with their grid, which renders the widgets anew.
  return (
    <div ref={ref} className={isArranging ? 'home-grid arranging' : 'home-grid'}>
      {isArranging ? (
        <Suspense fallback={still}>
          <ArrangingGrid width={width} places={isNarrow ? stacked(shown) : shown} isFixed={isNarrow} onMove={move}>
            {widgets(true)}
          </ArrangingGrid>
        </Suspense>
      ) : (
        still
      )}
    </div>
  )
}

type BodyProps = { code: string; of: Drawable; quick: Arrangement['quick']; isArranging: boolean; onQuick: (quick: Arrangement['quick']) => void }

const Body = (props: BodyProps) => (
  <div className="widget-body">
    <Suspense fallback={<ChartWaits />}>
      <Content {...props} />
    </Suspense>
  </div>
)

function Content({ code, of, quick, isArranging, onQuick }: BodyProps) {
  const widget = widgetNamed(code)
  if (widget === 'quick') return <QuickEntries chosen={quick} isArranging={isArranging} onChange={onQuick} />
  if (widget && isRowWidget(widget)) return <RowList widget={widget} />
  if (widget) return <Drawn widget={widget} />
  const component = of.components.find((one) => one.code === code)
  return component ? <Component of={component} /> : null
}

const BELOW: ReadonlySet<Widget> = new Set(['forecast', 'status', 'legal', 'country', 'type', 'filings'])

function Drawn({ widget }: { widget: keyof typeof DRAWN }) {
  const Own = DRAWN[widget]
  if (!BELOW.has(widget)) return <Own />
  return (
    <WhenShown>
      <Own />
    </WhenShown>
  )
}

type ToolsProps = StepsProps & { isFixed: boolean; onRemove: () => void }

function Tools({ isFixed, onRemove, ...steps }: ToolsProps) {
  const { t } = useWords()
  return (
    <span className="widget-tools">
      {!isFixed && <Steps {...steps} />}
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label={t('home.remove', { name: steps.name })} onClick={onRemove} />
    </span>
  )
}

type StepsProps = { name: string; places: readonly Place[]; widget: string; onChange: (places: Place[]) => void }

/** The keyboard equivalents of dragging. */
function Steps({ name, places, widget, onChange }: StepsProps) {
  const { t } = useWords()
  const place = places.find(({ i }) => i === widget)
  const step = (key: string) => {
    const chosen = STEPS.find((one) => one === key)
    if (chosen) onChange(stepped(places, widget, chosen))
  }
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items: STEPS.map((one) => ({ key: one, label: t(`home.${one}`) })), onClick: ({ key }) => step(key) }}>
        <Button size="small" type="text" icon={<DragOutlined />} aria-label={t('home.place', { name })} />
      </Dropdown>
      <span className="unseen" aria-live="polite">
        {place && t('home.placed', { name, x: place.x + 1, w: place.w, h: place.h })}
      </span>
    </>
  )
}
