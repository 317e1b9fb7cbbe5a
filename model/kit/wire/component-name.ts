const inWords = (name: string) => name.split(/[^a-zA-Z0-9]+/).filter(Boolean)

/** The name in OpenAPI: `patent_family` becomes `PatentFamily`. */
export const componentName = (...names: readonly string[]): string =>
  names
    .flatMap(inWords)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const componentAt = (name: string) => `#/components/schemas/${name}`
