import { widgetNamed } from '../../model/portal/widgets.ts'
import { furtherName, type useWords } from '../words/language.ts'
import type { Drawable } from './portal.ts'

/** The heading of a widget of the product, or of a component, in the language of its reader. */
export function nameOfPlace(code: string, { kind, components }: Omit<Drawable, 'allowed'>, { t, lang }: ReturnType<typeof useWords>): string {
  const widget = widgetNamed(code)
  if (widget) return t(widget === 'mine' && kind === 'leader' ? 'home.ofDepartment' : `home.${widget}`)
  const component = components.find((one) => one.code === code)
  return furtherName('statistic', code) || (lang === 'en' && component?.name_en) || component?.name || code
}
