import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { FormLayout } from '../../../model/settings/layouts/form-layout.ts'

/** The dragged item: a field by its code, or a group by its number. */
export type Dragged = { code: string } | { group: number }

/** State that all parts of the designer share. */
export type Shared = {
  schema: WireSchema
  layout: FormLayout
  set: (layout: FormLayout) => void
  dragged: Dragged | null
  setDragged: (dragged: Dragged | null) => void
}
