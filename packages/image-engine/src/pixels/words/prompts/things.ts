/** The maximum number of words that name the object: "the handle of this blue mug". */
export const MAX_OBJECT_WORDS = 7;

/** Words that point without naming anything. */
export const FILLER_ONLY =
  /^(?:make|turn|get|give|set|apply|do|look|it|its|it's|is|to|be|this|that|these|those|the|my|our|here|area|part|selection|selected|masked|region|image|photo|picture|more|effect|filter|amount|all|of|on|in|up|so)$/;
/** Words that request something other than the edit, or a new object. */
const NOT_A_THING =
  /^(?:a|an|another|some|new|add|put|place|insert|replace|swap|generate|create|draw|write|with|into|like|as|style|than|where|wearing|holding|while|bigger|smaller|larger|move|rotate|flip|crop|resize|zoom|remove|erase|delete|keep|leave|less|too)$/;
const NOUN = /^[\p{L}][\p{L}'-]*$/u;

/** True when the words only refer to the masked object ("make the handle", "it", "of this photo"). */
export function namesAThing(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  const nouns = words.filter((word) => !FILLER_ONLY.test(word));
  return (
    nouns.length <= MAX_OBJECT_WORDS && nouns.every((word) => NOUN.test(word) && !NOT_A_THING.test(word))
  );
}
