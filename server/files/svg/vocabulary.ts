/**
 * The part of SVG that is kept: drawing, text, gradients, patterns, clips, masks and filters. Everything else is left out: scripts, event
 * handlers, foreignObject, animation (which can set links), links, and anything that loads from elsewhere.
 */
const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

export const elements = namesIn(`
  svg g defs symbol use switch title desc metadata style
  path rect circle ellipse line polyline polygon image
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`);

/** Left out, but their content is kept. */
export const wrappers = namesIn('a');

/** Elements whose text is drawn or read out; elsewhere only white space between elements is allowed. */
export const holdText = namesIn('text tspan textPath title desc');

/** Properties that occur as attributes and in styles alike. */
export const properties = namesIn(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction
  display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-box
  transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode
`);

const attributes = namesIn(`
  id class lang role version x y x1 x2 y1 y2 cx cy dx dy r rx ry fx fy fr d points width height viewBox
  preserveAspectRatio pathLength rotate textLength lengthAdjust startOffset method spacing side
  gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight orient refX refY
  filterUnits primitiveUnits in in2 result type values stdDeviation mode operator k1 k2 k3 k4 order kernelMatrix
  divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent
  kernelUnitLength scale xChannelSelector yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ
  limitingConeAngle z tableValues slope intercept amplitude exponent radius baseFrequency numOctaves seed stitchTiles
  systemLanguage requiredFeatures requiredExtensions
  aria-label aria-hidden aria-labelledby aria-describedby
`);

/** An attribute that is kept. Styles may select by one of the drawing's own. */
export const isAttribute = (name: string): boolean => attributes.has(name) || /^data-[\p{L}\p{N}._-]+$/u.test(name);

/** Elements that may refer to another part of the same drawing. */
export const referring = namesIn('use textPath linearGradient radialGradient pattern filter');

/** Elements that define colours for others, and draw nothing themselves. */
export const shading = namesIn('linearGradient radialGradient stop');

/** Functions in values that compute colours and shapes. Left out are those that load a file: `src`, `image-set`, `cross-fade`, `element`. */
export const functions = namesIn(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk gray
  matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d
  scale scalex scaley scalez scale3d skew skewx skewy perspective
  calc min max clamp abs sign round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  var env path polygon circle ellipse inset rect xywh ray cubic-bezier steps linear
`);

/** Elements of SVG that change what they name, links too, as time passes. */
export const animations = namesIn('animate set animateMotion animateTransform animateColor discard');
