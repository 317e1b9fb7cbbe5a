import { Link } from 'react-router'
import { pageOf } from '../../api/page-of.ts'
import { isRef } from '../../fields/names.ts'

/** A case that another record names, with its number and title. */
export const LinkedCase = ({ found }: { found: unknown }) => (isRef(found) ? <Link to={pageOf('case', `/${found.sid}`)}>{found.name}</Link> : null)
