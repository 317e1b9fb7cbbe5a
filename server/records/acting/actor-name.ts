import type { Lang } from '../../../model/kit/fields.ts'
import type { Actor } from '../context.ts'

/** The name of the acting person in a text of this language. */
export const actorIn = ({ name, name_en }: Pick<Actor, 'name' | 'name_en'>, lang: Lang) => (lang === 'en' && name_en) || name
