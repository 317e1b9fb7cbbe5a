import { ExportOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useWords } from '../../words/language.ts'
import type { Portal } from '../portal.ts'

type Shown = Portal['components'][number]
export type PlainShown = Exclude<Shown, { widget: 'VIEW' | 'STATISTIC' }>
type Of<W extends PlainShown['widget']> = { of: Extract<PlainShown, { widget: W }> }

/** A component without data, which a public page may hold. Its texts are plain and never treated as markup. */
export function PlainComponent({ of }: { of: PlainShown }) {
  if (of.widget === 'TEXT') return <PlainText of={of} />
  if (of.widget === 'LINKS') return <Links of={of} />
  return <img className="portal-picture" src={of.picture} alt={of.picture_text} />
}

function PlainText({ of }: Of<'TEXT'>) {
  const { lang } = useWords()
  return <p className="portal-text">{(lang === 'en' && of.text_en) || of.text}</p>
}

function Links({ of }: Of<'LINKS'>) {
  const { lang } = useWords()
  return (
    <ul className="widget-rows">
      {of.links.map(({ label, label_en, address }) => {
        const name = (lang === 'en' && label_en) || label
        return (
          <li key={address}>
            {address.startsWith('/') ? (
              <Link to={address}>{name}</Link>
            ) : (
              <a href={address} target="_blank" rel="noreferrer">
                {name} <ExportOutlined aria-hidden />
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
