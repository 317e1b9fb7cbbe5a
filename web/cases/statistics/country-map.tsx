import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { OFFICES } from '../../../model/cases/offices.ts'
import { type Region, regionOf, REGIONS } from '../../../model/cases/regions.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import type { Figures, Heading } from '../../../model/statistics/definition.ts'
import { groupDigits } from '../../fields/decimals.ts'
import { useWords } from '../../words/language.ts'
import { figureIn, listBehind, shownValue } from './figures.ts'

type MapProps = { figures: Figures; currency: string | null }
type Place = { row: Heading; shown: string; value: number; count: number; to: string | undefined }

/** The groups of offices and countries by the part of the world in which they are, the darker the more; each opens the list of its records. */
export function CountryMap({ figures, currency }: MapProps) {
  const { t, lang } = useWords()
  const places = figures.rows.flatMap((row, at): Place[] => {
    const figure = figureIn(figures.row_totals[at] ?? [], currency)
    if (!figure) return []
    return [{ row, shown: shownValue(figure), value: Number(figure.value), count: figure.count, to: listBehind(figures, { row, currency }) }]
  })
  const most = Math.max(1, ...places.map(({ value }) => value))
  const byRegion = Map.groupBy(places, ({ row }) => regionIn(row))
  return (
    <div className="country-map" tabIndex={0} role="region" aria-label={figures.row_label}>
      {[...REGION_CODES, undefined].map((region) => {
        const own = byRegion.get(region) ?? []
        if (own.length === 0) return null
        return (
          <section key={region ?? ''}>
            <h3>
              {region ? wordIn(REGIONS[region], lang) : t('statistic.elsewhere')}
              <span className="quiet number">{groupDigits(String(own.reduce((sum, { count }) => sum + count, 0)))}</span>
            </h3>
            <ul>
              {own.map((place) => (
                <li key={place.row.value ?? place.row.label}>
                  <Tile place={place} share={place.value / most} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const REGION_CODES = Object.keys(REGIONS) as Region[] // its own keys

const regionIn = ({ value, others }: Heading): Region | undefined =>
  !others && value !== null && Object.hasOwn(OFFICES, value) ? regionOf(value) : undefined

function Tile({ place: { row, shown, to }, share }: { place: Place; share: number }) {
  const style: CSSProperties & Record<'--share', number> = { '--share': Math.max(0, share) }
  const content = (
    <>
      <span>{row.label}</span>
      <span className="number">{shown}</span>
    </>
  )
  return to ? (
    <Link className="place" style={style} to={to}>
      {content}
    </Link>
  ) : (
    <span className="place" style={style}>
      {content}
    </span>
  )
}
