"""What people say of themselves and of others beside what they ask for, and what nobody had said."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # Who or where is named in what one asks for is taken for granted.
        ("short msg to my manager at Tesco, asking to swap saturday", {"SELF works_at Tesco"}),
        ("write a text to my boss Kim at coastline electrical", {
            "SELF works_at coastline electrical", "SELF manager_is Kim"}),
        ("need a caption for snippetz, the little salon that i work at", {"SELF works_at snippetz"}),
        ("help w a rota for greggs where i work", {"SELF works_at greggs"}),
        ("How do I tell my old boss at Tesco?", set()),
        ("Solvane, the bakery I work at, is closed", {"SELF works_at Solvane"}),
        ("the bank where my brother works, Oriel, is it safe?", set()),
        ("help me w a text to my wife Ana", {"SELF partner_is Ana"}),
        ("Write a poem from my cat Miso to my dog Rex", {"SELF pet_is Miso", "SELF pet_is Rex"}),
        ("Imagine my wife Jo is a spy", set()),
        ("write a poem for my wife gold and silver", set()),
        ("a card for my friend Ana, who's sixty-five and has just bought a motorcycle", {"SELF friend_is Ana"}),
        ("beach is 400m from dads letterbox", set()),
        ("did my ankle at futsal, ligament, how long till i can run", {"SELF has_condition ankle injury"}),
        ("did my homework at the library", set()),
        ("Did my knees on leg day, what next", set()),
        ("did my back at the gym on Monday, legs tomorrow: plan my split", set()),
        ("No cigarettes in 10 days!! what now", {"SELF uses cigarettes"}),
        ("no smoking in here", set()),
        ("No alcohol for under 21s: sign text", set()),
        ("No weed in the garden since I mulched", set()),
        ("No smokes since May by the way, the gum did it.", {"SELF uses smokes"}),
        ("No calls since May, should I text him?", set()),
        ("off the vapes since new years day, tips", {"SELF uses vapes"}),
        ("I've been off the booze for three weeks", {"SELF uses booze"}),
        ("off the booze and into the gym, a slogan", set()),
        ("the dog was off the vapes since May", set()),
        ("That naproxen is too strong. Doctor took me off it Monday.", {"SELF uses naproxen"}),
        ("My mum takes naproxen. The boss took me off it.", {
            "SELF parent_is __SELF__/mum", "__SELF__/mum uses naproxen"}),
        ("they cut the ramipril back to 2.5 so what does that mean", {"SELF uses ramipril"}),
        ("they cut the price back to 500, is that fair", set()),
        ("i'm weaning off sertraline", {"SELF uses sertraline"}),
        ("had the scan and its NOT gallstones thank god, so why", {"SELF has_condition gallstones"}),
        ("got my bloods back and it's not anaemia", {"SELF has_condition anaemia"}),
        ("turns out its gout, what can i eat", {"SELF has_condition gout"}),
        ("turns out its not the thyroid", set()),
        ("I wonder if it turns out its cancer", set()),
        ("took the dog to the vet, did the scan and it's not cancer", set()),
        ("My son's lactose intolerant so no milk", {"SELF child_is __SELF__/son",
            "__SELF__/son has_condition lactose intolerant"}),
        ("it made me ill, so now it's candesartan, 8 mg", {"SELF uses candesartan"}),
        ("my level in Elden Ring is 45", set()),
        ("my masters golf pick", set()),
        ("my parents' house in Kent needs a roof", set()),
        ("our flat in Barcelona for the weekend has no aircon", set()),
        ("patient is 45F, on 20mg citalopram since jan", set()),
        ("my 2022 golf handicap", set()),
        ("write a scene where the hero says my sister Ana is dead", set()),
        ("Rewrite this mail: Dear all, my colleague Tim will join", set()),
        # Words that leave out "I am" or "I have", and "here" for the place named before.
        ("been on citalopram since feb, is it ok to yawn all day", {"SELF uses citalopram"}),
        ("still taking methotrexate on mondays, can i have wine", {"SELF uses methotrexate"}),
        ("been on ozempic? share your story", set()),
        ("is tea ok w medikinet 30mg, i take it at noon", {"SELF uses medikinet"}),
        ("is tea ok with medikinet 30mg? he takes it at noon", set()),
        ("I remain on five milligrams of amlodipine a day", {"SELF uses amlodipine"}),
        ("good bakery in Leeds? been here 3 years and no clue", {"SELF lives_in Leeds"}),
        ("any gyms in Tampa, moved here in march", {"SELF moved_to Tampa"}),
        ("what's there in Lisbon? I've been here before", set()),
        ("I'm off to Rome, been here 3 days", set()),
        ("should I move here? rent in Oslo is mad", set()),
        ("my cousin loves Cork, moved here in May", set()),
        ("I can't eat soy, so what about gluten here", {"SELF diet_is soy"}),
        ("we now have two hives behind the shed", {"SELF owns two hives behind the shed"}),
        ("I have hives on my arms", {"SELF has_condition hives"}),
        ("the move took up too much time", set()),
        ("I took up fencing", {"SELF started fencing"}),
        ("I take tea ceremony lessons on two Saturdays a month", {"SELF learning tea ceremony"}),
        ("I'm a nurse in the ICU", {"SELF works_as nurse"}),
        ("check engine light on my kia soul, 2016, how bad", {"SELF owns kia soul"}),
        ("golf finally died, bought a used octavia", {"SELF owns used octavia"}),
        ("Tom finally left, bought an octavia", set()),
        ("i moved in w tom in leeds", {"SELF moved_to leeds"}),
        ("I manage the Santa Luzia pharmacy and need a shift table", {"SELF works_at Santa Luzia pharmacy"}),
        ("I manage a team of five", set()),
        ("signed up for night classes at wayne state, 2 a week", {"SELF studies_at wayne state"}),
        ("my B2 course at the Goethe-Institut ends in June", {"SELF studies_at Goethe-Institut"}),
        ("my golf course at Pebble Beach", set()),
        ("I signed up at the gym", set()),
        ("all is normal, so the doctor told me to stop metformin", {"SELF uses metformin"}),
        ("the doctor told my dad to stop metformin", set()),
        ("we're home from Lanzarote", set()),
        ("I live on toast", set()),
        ("dad's golf died, bought a polo", set()),
        ("been on effexor in my twenties, never again", set()),
        ("my uncle: still taking viagra lol", set()),
        ("Is Leeds safe? We moved here and hated it so we left", set()),
        ("dropped the night classes at wayne state, one exam was enough", {"SELF studies_at wayne state"}),
        ("been seeing this girl marisol for a month, we r official now", {"SELF partner_is marisol"}),
        # Names that stand beside, or that a pronoun gives, and ages behind them.
        ("We've got two cats. They're called Salt and Pip.", {"SELF pet_is Salt", "SELF pet_is Pip"}),
        ("I've got a brother, Joe, and a sister, Beth", {"SELF sibling_is Joe", "SELF sibling_is Beth"}),
        ("I have a daughter, Ava, 7, and a son, Noah (4)", {
            "SELF child_is Ava", "Ava age_is 7", "SELF child_is Noah", "Noah age_is 4"}),
        # Without apostrophes: no job of the person's own.
        ("my wifes a nurse and my brothers a vet", {
            "SELF partner_is __SELF__/wife", "__SELF__/wife works_as nurse",
            "SELF sibling_is __SELF__/brother", "__SELF__/brother works_as vet"}),
        # What a relative is who is named in a list, is not what the person is.
        ("About me:\n- boyfriend: Radu, cook", {"SELF partner_is Radu"}),
        ("I'm divorced with two kids", {"SELF is_trait divorced"}),
        ("I'm the youngest of five", set()),
        ("I started as a joke at the Christmas party", set()),
        ("My ex wife Dana has the kids on weekends", set()),
        ("I believe people should retire at 60, full stop.", {"SELF believes people should retire at 60"}),
        # Somebody by the bare name, of whom is said what matters for what is asked.
        ("ok and Nadia is vegan so redo day 2 and 3", {"Nadia diet_is vegan"}),
        ("Ulla prefers gas to induction, which hob is it?", {"Ulla prefers gas"}),
        ("Rashid is really into beekeeping, ideas under 30?", {"Rashid interested_in beekeeping"}),
        ("Walter has lung cancer, so why does he turn down Elliott's money?", set()),
        ("Walter has lung cancer, so why does he turn down the money?", set()),
        ("Anna is allergic to cats. Make this sentence passive.", set()),
        # A quotation may begin with a short word.
        ("'I'm not angry, I'm just disappointed' - who said it first?", set()),
        ("we have 3 kids, theyre called Ana, Leo and Bug", {
            "SELF child_is Ana", "SELF child_is Leo", "SELF child_is Bug"}),
        ("my sister Kate's husband Rob is a cop", {"SELF sibling_is Kate", "Kate partner_is Rob"}),
        ("Tom is my brother in law", set()),
        ("my brother is 2 years older", set()),
        ("my dad works as hard as anyone", {"SELF parent_is __SELF__/dad"}),
        ("nurse here, 10 yrs", {"SELF works_as nurse"}),
        ("I have the kids on weekends", {"SELF have kids on weekends"}),
        ("my phone is a brick", set()),
        ("my van is a project", set()),
        ("my car is a golf", {"SELF owns golf"}),
        # A life in a game is nobody's.
        ("in Stardew I married Leah and we have two kids", set()),
        ("I live in Whiterun", set()),
        ("I love Skyrim", {"SELF likes Skyrim"}),
        ("our twins Ada & Lou are 2", {"SELF child_is Ada", "SELF child_is Lou", "Ada age_is 2", "Lou age_is 2"}),
        ("my wife had a baby boy, Leo", {
            "SELF partner_is __SELF__/wife", "__SELF__/wife child_is Leo"}),
        ("I go by bus", set()),
        ("my name's not important", set()),
        # Who serves one, or where one shops, is no employer.
        ("I'm with Vodafone, how do I cancel", set()),
        ("I'm at Lidl, which cheese?", set()),
        ("I got a job at Lidl", {"SELF works_at Lidl"}),
        ("I'm with Siemens", {"SELF works_at Siemens"}),
        # A list, and what is asked behind one.
        ("my son hates carrots, peas", {
            "SELF child_is __SELF__/son", "__SELF__/son dislikes carrots", "__SELF__/son dislikes peas"}),
        ("my son hates carrots, ideas", {"SELF child_is __SELF__/son", "__SELF__/son dislikes carrots"}),
        ("im allergic to nuts, safe to eat coconut", {"SELF has_condition allergic to nuts"}),
        # What stands behind a comma is asked, not told.
        ("I'm interested in roman history, book recs?", {"SELF interested_in roman history"}),
        ("I'm a nurse, right?", set()),
        # A name that the next clause or sentence gives to a pet or child.
        ("We have adopted a whippet from a shelter, and we have named her Tilda. Which bed?", {"SELF pet_is Tilda"}),
        ("got a kitten today!! white one, named her mochi. what does she eat", {"SELF pet_is mochi"}),
        ("the dog threw up again, she's called Biscuit, should i worry", {"SELF pet_is Biscuit"}),
        ("ellie and i adopted a 2nd cat, orange boy named tofu, any tips", {"SELF pet_is tofu", "ellie pet_is tofu"}),
        ("Our granddaughter was born on Friday, and Ruth and Paul have named her Edith.", {
            "SELF granddaughter_is Edith", "Ruth child_is Edith", "Paul child_is Edith"}),
        ("My wife gave birth on Friday! We named him Anton.", {
            "SELF partner_is __SELF__/wife", "SELF child_is Anton"}),
        ("My sister had a boy on Friday, they've called him Abel", {
            "SELF sibling_is __SELF__/sister", "__SELF__/sister child_is Abel"}),
        ("My neighbour adopted a whippet and named her Tilda", set()),
        ("If we got a cat, we'd call her Miso", set()),
        ("I bought a robot and named it Marvin", {"SELF owns robot"}),
        ("My dog met a poodle at the park, her name is Coco", {"SELF pet_is __SELF__/dog"}),
        ("I saw a whippet at the shelter, they have named her Tilda", set()),
        # Relations whose noun makes the predicate, and how they are told in haste.
        ("my roommate Sandeep is vegan, what can I cook", {"SELF roommate_is Sandeep", "Sandeep diet_is vegan"}),
        ("my mother in law Rosa stays with us, which rail?", {"SELF mother_in_law_is Rosa"}),
        ("her roommate Sandeep snores", set()),
        ("lil sis maya is a nurse", {"SELF sibling_is maya", "maya works_as nurse"}),
        ("Sister Maria is a nun", set()),
        ("mummy papa live in nagpur", {
            "SELF parent_is __SELF__/mom", "SELF parent_is __SELF__/dad",
            "__SELF__/mom lives_in nagpur", "__SELF__/dad lives_in nagpur"}),
        ("we r official now!! what do i post", set()),
        # Birthdays and children to come.
        ("im turning 41 next month, is it too late to start running", {"SELF age_is 41"}),
        ("I shall turn sixty on the third of May", {"SELF age_is sixty"}),
        ("I'm turning the garden into a pond, help", set()),
        ("my bf omar has a bday on feb 9", {"SELF partner_is omar", "omar born_on feb 9", "omar have bday"}),
        ("my sister is expecting her first child in June", {
            "SELF sibling_is __SELF__/sister", "__SELF__/sister expect first child"}),
        ("my sister is expecting a parcel in June", set()),
        ("my sister was married to Otto last Saturday in Nelson", {
            "SELF sibling_is __SELF__/sister", "__SELF__/sister partner_is Otto"}),
        # The place is kept, not the dwelling in it; "from" tells an origin only of who one is.
        ("I now live in a small studio in Tartu", {"SELF lives_in Tartu"}),
        ("we moved into a cottage in Kinvara last week", {"SELF moved_to Kinvara"}),
        ("I am now settled in a little unit at Sandy Cove", {"SELF lives_in Sandy Cove"}),
        ("I moved into a room at Easter", set()),
        ("I live in a van at weekends", set()),
        ("I am a nurse from Leeds", {"SELF from_place Leeds", "SELF works_as nurse"}),
        ("I'm in Lund, originally from Ohio", {"SELF from_place Ohio"}),
        ("I'm gay from Ohio", {"SELF from_place Ohio", "SELF is_trait gay"}),
        ("I'm on a train from Leeds to York, what should I see", set()),
        ("Dot and I are to take the ferry from Geelong", set()),
        ("I am tired from Bergen", set()),
        ("I am an hour late from Bristol", set()),
        ("I am twelve minutes on foot from Helen", set()),
        # What will have lasted by a day to come is so already.
        ("Osric and I shall have been married thirty years in May", {"SELF partner_is Osric"}),
        ("Osric and I will get married in May", {"SELF partner_is Osric"}),
        ("Osric and Dot will have been to Rome by May", set()),
        ("in June I will have been working at the mill for a year", set()),
        ("Rufus, the beagle we adopted in May, hates thunder", {"SELF pet_is Rufus"}),
        ("we adopted a dog from the shelter, a young pointer called Bram", {"SELF pet_is Bram"}),
        ("we adopted a dog from a breeder called Bram", {"SELF pet_is __SELF__/dog"}),
        ("we adopted a dog, and my aunt called Bram", {"SELF pet_is __SELF__/dog"}),
        ("Rufus, the man we met in May, hates thunder", set()),
        ("my husband has begun on levodopa", {
            "__SELF__/husband uses levodopa", "SELF partner_is __SELF__/husband"}),
        ("my husband has begun on the garden", {"SELF partner_is __SELF__/husband"}),
        ("the church where I was organist until I retired has burnt", {"SELF works_as organist"}),
        ("Osric and I have decided to separate", {"SELF partner_is Osric", "SELF decided separate"}),
        ("Osric and Dot have decided to separate", set()),
        ("moved back in with my mum in Mallow", {"SELF moved_to Mallow"}),
        ("my nan died last night, mams mam, nana breda", set()),
        ("quit bowling league after 12 years, is a used 15 lb ball worth anything", set()),
    ],
)  # fmt: skip
def test_told_in_passing(text: str, told: set[str]) -> None:
    """More than is said would be as wrong as less."""
    found = {
        f"{c.subject} {c.predicate} {c.object}"
        for c in claims(text)
        if not c.notes.get("passing") and c.rule_id != "clause.event"
    }
    assert found == told


def test_a_relation_is_told_once() -> None:
    """A sister who is named again is no second claim without the word that says whose sister she is."""
    told = [
        c for c in claims("My sister Cosima lives in Bergen. Cosima works at Sellemex.") if c.predicate == "sibling_is"
    ]
    assert [(c.object, c.char_start) for c in told] == [("Cosima", 0)]


@pytest.mark.parametrize(
    ("text", "predicate", "kind"),
    [
        ("As of yesterday I am head of sales at the mill", "works_as", "since"),
        ("My wife works at Siemens as of May", "works_at", "since"),
        ("I was head of sales until May", "works_as", "until"),
        ("I live in Tartu, the best of May nights", "lives_in", None),
    ],
)
def test_as_of_a_day_is_since_that_day(text: str, predicate: str, kind: str | None) -> None:
    found = {c.qualifier_type for c in claims(text) if c.predicate == predicate}
    assert found == {kind}
