import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageOf } from '../../api/page-of.ts'
import { dayText } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { CompareLink } from './changes.tsx'
import type { Versioned } from './versioned.ts'

export type Version = { sid: string; name: ReactNode; cells: readonly ReactNode[]; from: unknown; to: unknown; certainty: unknown }
type OtherVersionsProps = {
  model: Versioned<object>['model']
  title: string
  heads: readonly string[]
  versions: readonly Version[]
  compared: string
}

/** The other versions of a rule or price, each with its validity. `heads` name the first column and the cells; `compared` is the version that is compared. */
export function OtherVersions({ model, title, heads, versions, compared }: OtherVersionsProps) {
  const { t, tag } = useWords()
  if (versions.length === 0) return null
  const day = (value: unknown, open: string) => (typeof value === 'string' ? dayText(value, tag) : open)
  return (
    <section className="group">
      <h2>{title}</h2>
      <div className="law-versions">
        <table className="rows">
          <thead>
            <tr>
              {[...heads, t('law.from'), t('law.to')].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <td />
              <td />
            </tr>
          </thead>
          <tbody>
            {versions.map(({ sid, name, cells, from, to, certainty }) => (
              <tr key={sid}>
                <th scope="row" className="number">
                  <Link to={pageOf(model, `/${sid}`)}>{name}</Link>
                </th>
                {cells.map((cell, at) => (
                  <td key={heads[at + 1]}>{cell}</td>
                ))}
                <td>{day(from, t('law.always'))}</td>
                <td>{day(to, t('law.open'))}</td>
                <td>{certainty === 'CHECK' && <Tag color="warning">{t('law.check')}</Tag>}</td>
                <td>
                  <CompareLink sid={sid} isOpen={sid === compared} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
