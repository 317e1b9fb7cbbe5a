import { useWords } from '../../words/language.ts'
import type { Shared } from './shared.ts'
import { mayHide, moveField, placeable } from './drafting.ts'
import { FieldLine } from './field-line.tsx'

/** The fields that forms and pages leave out. */
export function HiddenCard(shared: Shared) {
  const { t } = useWords()
  const { schema, layout, set, dragged, setDragged } = shared
  const fields = placeable(schema)
  const moved = dragged && 'code' in dragged ? fields.find(({ code }) => code === dragged.code) : undefined
  const taken = moved && mayHide(moved) ? moved : undefined
  return (
    <section
      className="layout-group layout-hidden"
      aria-label={t('layout.hidden')}
      onDragOver={(event) => taken && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (taken) set(moveField(layout, taken.code, { group: 'hidden', at: layout.hidden.length }))
        setDragged(null)
      }}
    >
      <header>
        <strong>{t('layout.hidden')}</strong>
        <span className="quiet">{t('layout.hiddenText')}</span>
      </header>
      <ol className="layout-fields">
        {layout.hidden.map((code, at) => {
          const field = fields.find((one) => one.code === code)
          return field && <FieldLine key={code} field={field} spot={{ group: 'hidden', at }} {...shared} />
        })}
        {layout.hidden.length === 0 && <li className="quiet">{t('layout.dropHere')}</li>}
      </ol>
    </section>
  )
}
